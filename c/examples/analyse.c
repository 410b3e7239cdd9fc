/* Analyses a position of any game: analyse GAME [MOVES [MILLISECONDS]] */
#include <plyglot.h>
#include <stdio.h>
#include <stdlib.h>

static int show(void *user, const plyglot_info *news) {
  (void)user;
  printf("depth %2u  %-10s %s\n", news->best->depth, news->best->score, news->best->moves);
  return 0; /* anything else stops the search */
}

static int failed(void) {
  const char *text = NULL;
  plyglot_status status = plyglot_last_error(&text);
  fprintf(stderr, "error %d: %s\n", (int)status, text);
  return EXIT_FAILURE;
}

int main(int count, char **arguments) {
  plyglot_limits limits = {.size = sizeof limits, .time_ms = 1000};
  plyglot_game *game = NULL;
  plyglot_position *position = NULL;
  plyglot_engine *engine = NULL;
  plyglot_search *search = NULL;
  const plyglot_info *result = NULL;
  int code = EXIT_SUCCESS;

  if (count > 3) limits.time_ms = strtoull(arguments[3], NULL, 10);
  if (plyglot_game_open(count > 1 ? arguments[1] : "othello", NULL, 0, &game) ||
      plyglot_position_new(game, NULL, count > 2 ? arguments[2] : NULL, &position) ||
      plyglot_engine_new(game, 0, 0, &engine) ||
      plyglot_search_begin(engine, position, &limits, show, NULL, &search) ||
      plyglot_search_wait(search, PLYGLOT_FOREVER, &result)) {
    code = failed();
  } else {
    puts(result->json);
  }
  plyglot_search_free(search);
  plyglot_engine_free(engine);
  plyglot_position_free(position);
  plyglot_game_free(game);
  return code;
}
