/* What the header promises, tried from C. Each part gives up at the first thing that does not hold. */
#include <plyglot.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOLDS(what)                                                                        \
  do {                                                                                     \
    if (!(what)) {                                                                         \
      const char *said = NULL;                                                             \
      plyglot_last_error(&said);                                                           \
      fprintf(stderr, "%s:%d: %s\nthe last error: %s\n", __FILE__, __LINE__, #what, said); \
      exit(EXIT_FAILURE);                                                                  \
    }                                                                                      \
  } while (0)

/* A call that fails so, in one line that says this. */
static void fails(plyglot_status status, plyglot_status expected, const char *says) {
  const char *text = NULL;
  HOLDS(status == expected);
  HOLDS(plyglot_last_error(&text) == expected);
  if (strstr(text, says) == NULL || strchr(text, '\n') != NULL) {
    fprintf(stderr, "%s does not say %s\n", text, says);
    exit(EXIT_FAILURE);
  }
}

static plyglot_game *opened(const char *name) {
  plyglot_game *game = NULL;
  HOLDS(plyglot_game_open(name, NULL, 0, &game) == PLYGLOT_OK && game != NULL);
  return game;
}

static plyglot_position *position_of(const plyglot_game *game, const char *moves) {
  plyglot_position *position = NULL;
  HOLDS(plyglot_position_new(game, NULL, moves, &position) == PLYGLOT_OK);
  return position;
}

static plyglot_engine *engine_for(const plyglot_game *game, unsigned threads) {
  plyglot_engine *engine = NULL;
  HOLDS(plyglot_engine_new(game, threads, 4 << 20, &engine) == PLYGLOT_OK);
  return engine;
}

static void text_is(const plyglot_position *position, int which, const char *expected) {
  char *text = NULL;
  HOLDS(plyglot_position_text(position, which, &text) == PLYGLOT_OK);
  HOLDS(strcmp(text, expected) == 0);
  plyglot_text_free(text);
}

/* ---- games of the library */

static void games_and_positions(void) {
  const char *options[] = {"no-such=1"}, *crooked[] = {"aspiration"};
  char *text = NULL;
  plyglot_game *game = NULL, *none = NULL;
  plyglot_position *position = NULL, *wrong = NULL;
  plyglot_standing standing = {.size = sizeof standing};

  HOLDS(strlen(plyglot_version()) >= 5);
  HOLDS(plyglot_games(&text) == PLYGLOT_OK && strstr(text, "\"connect4\"") != NULL);
  plyglot_text_free(text);
  fails(plyglot_games(NULL), PLYGLOT_NULL, "out");
  fails(plyglot_game_open("chekers", NULL, 0, &none), PLYGLOT_UNKNOWN_GAME, "chekers");
  HOLDS(none == NULL);
  fails(plyglot_game_open(NULL, NULL, 0, &none), PLYGLOT_NULL, "name");
  fails(plyglot_game_open("\xff", NULL, 0, &none), PLYGLOT_NOT_UTF8, "name");
  fails(plyglot_game_open("othello", NULL, 2, &none), PLYGLOT_NULL, "options");
  fails(plyglot_game_open("othello", options, 1, &none), PLYGLOT_OPTION, "no-such");
  fails(plyglot_game_open("othello", crooked, 1, &none), PLYGLOT_OPTION, "NAME=VALUE");

  game = opened("connect4");
  HOLDS(plyglot_game_json(game, &text) == PLYGLOT_OK && strstr(text, "notation") != NULL);
  plyglot_text_free(text);
  position = position_of(game, "44");
  text_is(position, PLYGLOT_TEXT_MOVES, "1 2 3 4 5 6 7");
  fails(plyglot_position_play(position, "4 9"), PLYGLOT_TEXT, "9");
  text_is(position, PLYGLOT_TEXT_PLAYED, "4 4");
  HOLDS(plyglot_position_play(position, "1") == PLYGLOT_OK);
  text_is(position, PLYGLOT_TEXT_PLAYED, "4 4 1");
  HOLDS(plyglot_position_standing(position, &standing) == PLYGLOT_OK);
  HOLDS(standing.side == 1 && !standing.is_over && standing.plies == 3);
  HOLDS(plyglot_position_play(position, "2121212") != PLYGLOT_OK);
  HOLDS(plyglot_position_play(position, "212121") == PLYGLOT_OK);
  HOLDS(plyglot_position_standing(position, &standing) == PLYGLOT_OK);
  HOLDS(standing.is_over && standing.winner == 0);
  standing.size = 1;
  fails(plyglot_position_standing(position, &standing), PLYGLOT_SIZE, "size");
  fails(plyglot_position_text(position, 99, &text), PLYGLOT_LIMIT, "99");
  fails(plyglot_position_new(game, "no position", NULL, &wrong), PLYGLOT_TEXT, "is not a cell");
  plyglot_position_free(position);
  plyglot_game_free(game);
  plyglot_game_free(NULL);
  plyglot_position_free(NULL);
  plyglot_engine_free(NULL);
  plyglot_text_free(NULL);
  HOLDS(plyglot_search_free(NULL) == PLYGLOT_OK);
}

static void a_search_that_proves(void) {
  plyglot_game *game = opened("connect4:4x4");
  plyglot_position *position = position_of(game, NULL);
  plyglot_engine *engine = engine_for(game, 2);
  plyglot_limits limits = {.size = sizeof limits, .solve = 1};
  plyglot_search *search = NULL;
  const plyglot_info *result = NULL;

  HOLDS(plyglot_search_begin(engine, position, &limits, NULL, NULL, &search) == PLYGLOT_OK);
  /* All of them may go before the search. */
  plyglot_engine_free(engine);
  plyglot_position_free(position);
  plyglot_game_free(game);
  HOLDS(plyglot_search_wait(search, PLYGLOT_FOREVER, &result) == PLYGLOT_OK);
  HOLDS(result->ended == PLYGLOT_ENDED_PROVEN && result->line_count == 1);
  HOLDS(result->best->kind == PLYGLOT_EXACT && result->best->proven && result->best->value == 0);
  HOLDS(strstr(result->best->score, "draw") != NULL && result->nodes > 0);
  HOLDS(strstr(result->json, "\"type\":\"result\"") != NULL);
  HOLDS(plyglot_search_free(search) == PLYGLOT_OK);
}

struct heard {
  int count, stop_at;
  plyglot_search *search;
  plyglot_status waited, freed;
};

static int listens(void *user, const plyglot_info *news) {
  struct heard *heard = user;
  heard->count += 1;
  if (news->line_count != 1 || news->best->depth == 0 || strstr(news->json, "\"info\"") == NULL) abort();
  return heard->stop_at && news->best->depth >= (unsigned)heard->stop_at;
}

static void *stops(void *search) {
  const plyglot_search *running = search;
  return plyglot_search_stop(running) == PLYGLOT_OK ? NULL : search;
}

static void searches_that_are_stopped(void) {
  plyglot_game *game = opened("othello"), *other = opened("connect4");
  plyglot_position *position = position_of(game, "f5d6c3"), *foreign = position_of(other, NULL);
  plyglot_engine *engine = engine_for(game, 2), *none = NULL;
  plyglot_limits small = {.size = 3};
  plyglot_search *search = NULL, *second = NULL;
  const plyglot_info *result = NULL;
  struct heard heard = {.stop_at = 6};
  pthread_t thread;
  void *said = NULL;

  HOLDS(plyglot_search_begin(engine, position, NULL, listens, &heard, &search) == PLYGLOT_OK);
  HOLDS(plyglot_search_wait(search, PLYGLOT_FOREVER, &result) == PLYGLOT_OK);
  HOLDS(heard.count > 0 && result->ended == PLYGLOT_ENDED_STOPPED && result->best->depth >= 6);
  HOLDS(plyglot_search_free(search) == PLYGLOT_OK);

  HOLDS(plyglot_search_begin(engine, position, NULL, NULL, NULL, &search) == PLYGLOT_OK);
  fails(plyglot_search_begin(engine, position, NULL, NULL, NULL, &second), PLYGLOT_BUSY, "search");
  fails(plyglot_search_wait(search, 0, &result), PLYGLOT_TIMEOUT, "");
  HOLDS(pthread_create(&thread, NULL, stops, search) == 0 && pthread_join(thread, &said) == 0);
  HOLDS(said == NULL && plyglot_search_wait(search, PLYGLOT_FOREVER, &result) == PLYGLOT_OK);
  HOLDS(result->best->best_move != NULL && plyglot_search_free(search) == PLYGLOT_OK);

  fails(plyglot_search_begin(engine, foreign, NULL, NULL, NULL, &search), PLYGLOT_FOREIGN, "");
  fails(plyglot_search_begin(engine, position, &small, NULL, NULL, &search), PLYGLOT_SIZE, "size");
  fails(plyglot_search_begin(NULL, position, NULL, NULL, NULL, &search), PLYGLOT_NULL, "engine");
  fails(plyglot_engine_new(game, 1000000, 0, &none), PLYGLOT_ENGINE, "threads");

  /* One that still runs is stopped and freed. */
  HOLDS(plyglot_search_begin(engine, position, NULL, NULL, NULL, &search) == PLYGLOT_OK);
  HOLDS(plyglot_search_free(search) == PLYGLOT_OK);
  plyglot_engine_free(engine);
  plyglot_position_free(position);
  plyglot_position_free(foreign);
  plyglot_game_free(other);
  plyglot_game_free(game);
}

static pthread_mutex_t known = PTHREAD_MUTEX_INITIALIZER;

static int misuses(void *user, const plyglot_info *news) {
  struct heard *heard = user;
  (void)news;
  pthread_mutex_lock(&known);
  heard->waited = plyglot_search_wait(heard->search, PLYGLOT_FOREVER, NULL);
  heard->freed = plyglot_search_free(heard->search);
  pthread_mutex_unlock(&known);
  return 1;
}

static void a_listener_that_waits_for_its_own_search(void) {
  plyglot_game *game = opened("othello");
  plyglot_position *position = position_of(game, NULL);
  plyglot_engine *engine = engine_for(game, 1);
  struct heard heard = {0};

  pthread_mutex_lock(&known);
  HOLDS(plyglot_search_begin(engine, position, NULL, misuses, &heard, &heard.search) == PLYGLOT_OK);
  pthread_mutex_unlock(&known);
  HOLDS(plyglot_search_wait(heard.search, PLYGLOT_FOREVER, NULL) == PLYGLOT_OK);
  HOLDS(heard.waited == PLYGLOT_MISUSE && heard.freed == PLYGLOT_MISUSE);
  HOLDS(plyglot_search_free(heard.search) == PLYGLOT_OK);
  plyglot_engine_free(engine);
  plyglot_position_free(position);
  plyglot_game_free(game);
}

/* ---- a game of its own: take one to three of a heap; who takes the last one wins */

struct heap {
  int32_t left, side;
};

struct knows {
  atomic_int released;
  int wrong_side;
};

static int start(void *user, void *state) {
  (void)user;
  *(struct heap *)state = (struct heap){21, 0};
  return 0;
}

static int side(void *user, const void *state) {
  const struct knows *knows = user;
  const struct heap *heap = state;
  return knows->wrong_side && heap->left == 19 ? 7 : heap->side;
}

static int outcome(void *user, const void *state, int32_t *margin) {
  (void)user, (void)margin;
  return ((const struct heap *)state)->left == 0 ? PLYGLOT_LOSS : PLYGLOT_GOES_ON;
}

static size_t moves(void *user, const void *state, uint32_t *out, size_t room) {
  int32_t left = ((const struct heap *)state)->left;
  size_t count = left < 3 ? (size_t)left : 3;
  (void)user;
  for (size_t i = 0; i < count && i < room; i += 1) out[i] = (uint32_t)i + 1;
  return count;
}

static int play(void *user, const void *state, uint32_t mv, void *next) {
  const struct heap *heap = state;
  (void)user;
  *(struct heap *)next = (struct heap){heap->left - (int32_t)mv, 1 - heap->side};
  return 0;
}

static int text(void *user, const void *state, char *out, size_t room) {
  const struct heap *heap = state;
  (void)user;
  return snprintf(out, room, "%d %c", heap->left, "ab"[heap->side]);
}

static int parse(void *user, const char *said, void *state) {
  struct heap *heap = state;
  char who = 0;
  (void)user;
  if (sscanf(said, "%d %c", &heap->left, &who) != 2 || heap->left < 0 || heap->left > 99) return 1;
  heap->side = who == 'b';
  return who != 'a' && who != 'b';
}

static void release(void *user) { ((struct knows *)user)->released += 1; }

/* Some thread of a search that has ended may have been the last one to know the game: it may take a moment. */
static void is_released_once(struct knows *knows) {
  const struct timespec moment = {.tv_nsec = 1000000};
  while (knows->released == 0) nanosleep(&moment, NULL);
  HOLDS(knows->released == 1);
}

static plyglot_rules heap_rules(struct knows *knows) {
  plyglot_rules rules = {.size = sizeof rules, .user = knows, .state_size = sizeof(struct heap), .name = "heap"};
  rules.start = start, rules.side = side, rules.outcome = outcome, rules.moves = moves;
  rules.play = play, rules.text = text, rules.parse = parse, rules.release = release;
  return rules;
}

static void a_game_in_c(uint32_t flags, unsigned threads) {
  struct knows knows = {0};
  plyglot_rules rules = heap_rules(&knows);
  plyglot_game *game = NULL;
  plyglot_engine *engine = NULL;
  plyglot_limits limits = {.size = sizeof limits, .solve = 1};

  rules.flags = flags;
  HOLDS(plyglot_game_define(&rules, &game) == PLYGLOT_OK);
  engine = engine_for(game, threads);
  for (int left = 1; left <= 24; left += 1) {
    plyglot_position *position = NULL;
    plyglot_search *search = NULL;
    const plyglot_info *result = NULL;
    char said[16];
    snprintf(said, sizeof said, "%d b", left);
    HOLDS(plyglot_position_new(game, said, NULL, &position) == PLYGLOT_OK);
    HOLDS(plyglot_search_begin(engine, position, &limits, NULL, NULL, &search) == PLYGLOT_OK);
    HOLDS(plyglot_search_wait(search, PLYGLOT_FOREVER, &result) == PLYGLOT_OK);
    HOLDS(result->best->proven && result->best->value == (left % 4 ? 1 : -1));
    HOLDS(left % 4 == 0 || atoi(result->best->best_move) == left % 4);
    HOLDS(plyglot_search_free(search) == PLYGLOT_OK);
    plyglot_position_free(position);
  }
  plyglot_engine_free(engine);
  HOLDS(knows.released == 0);
  plyglot_game_free(game);
  is_released_once(&knows);
}

static void games_in_c_that_are_wrong(void) {
  struct knows knows = {.wrong_side = 1};
  plyglot_rules rules = heap_rules(&knows);
  plyglot_game *game = NULL;
  plyglot_position *position = NULL;
  plyglot_engine *engine = NULL;
  plyglot_limits limits = {.size = sizeof limits, .solve = 1};
  plyglot_search *search = NULL;

  rules.size = 8;
  fails(plyglot_game_define(&rules, &game), PLYGLOT_SIZE, "size");
  rules = heap_rules(&knows), rules.moves = NULL;
  fails(plyglot_game_define(&rules, &game), PLYGLOT_NULL, "rules.moves");
  rules = heap_rules(&knows), rules.state_size = 0;
  fails(plyglot_game_define(&rules, &game), PLYGLOT_LIMIT, "state_size");
  rules = heap_rules(&knows), rules.flags = 1U << 31;
  fails(plyglot_game_define(&rules, &game), PLYGLOT_LIMIT, "flags");
  rules = heap_rules(&knows), rules.name = NULL;
  fails(plyglot_game_define(&rules, &game), PLYGLOT_NULL, "rules.name");
  HOLDS(knows.released == 0);
  /* One that goes wrong on the way ends the search, and nothing else. */
  rules = heap_rules(&knows);
  HOLDS(plyglot_game_define(&rules, &game) == PLYGLOT_OK);
  fails(plyglot_position_new(game, "no heap", NULL, &position), PLYGLOT_TEXT, "no heap");
  position = position_of(game, NULL);
  engine = engine_for(game, 2);
  HOLDS(plyglot_search_begin(engine, position, &limits, NULL, NULL, &search) == PLYGLOT_OK);
  fails(plyglot_search_wait(search, PLYGLOT_FOREVER, NULL), PLYGLOT_GAME, "`side` gives 7");
  HOLDS(plyglot_search_free(search) == PLYGLOT_OK);
  plyglot_engine_free(engine);
  plyglot_position_free(position);
  plyglot_game_free(game);
  is_released_once(&knows);
}

int main(void) {
  games_and_positions();
  a_search_that_proves();
  searches_that_are_stopped();
  a_listener_that_waits_for_its_own_search();
  a_game_in_c(0, 4);
  a_game_in_c(PLYGLOT_ONE_AT_A_TIME, 1);
  games_in_c_that_are_wrong();
  puts("what the header promises holds in C");
  return EXIT_SUCCESS;
}
