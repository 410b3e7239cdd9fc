// plyglot as a C library: positions, engines and games of your own. docs/c.md has an example.
//
// Made by cbindgen from c/src, so that it is what the library does.
//
// Every function that gives a `plyglot_status` does so by these rules:
// - What went wrong is also a text, by `plyglot_last_error`. The library prints nothing and never ends the process.
// - What it gives by `out` is the caller's, unless it says otherwise, and is freed by the function that it names. If the
//   call fails, `*out` is null, or as it was where `out` points to a pointer to const.
// - Texts are UTF-8 and end with NUL; those that are given to the library are copied.
// - Any thread may call it. A handle may be used by several at once, but not while, or after, one frees it.
// - A process that forks makes its engines after that.


#ifndef PLYGLOT_H
#define PLYGLOT_H



#include <stddef.h>
#include <stdint.h>

// What `plyglot_position_text` gives: the position, as `plyglot_position_new` reads it.
#define PLYGLOT_TEXT_POSITION 0

// The board, several lines.
#define PLYGLOT_TEXT_BOARD 1

// The legal moves, separated by blanks; empty where the game is over.
#define PLYGLOT_TEXT_MOVES 2

// What people call the side to move.
#define PLYGLOT_TEXT_SIDE 3

// The moves that have led here, separated by blanks.
#define PLYGLOT_TEXT_PLAYED 4

// For `plyglot_search_wait`: as long as it takes.
#define PLYGLOT_FOREVER UINT64_MAX

// In `plyglot_rules.flags`: one call of the game's functions at a time. Without it they are called by all threads of a
// search at once.
#define PLYGLOT_ONE_AT_A_TIME 1

// Likewise: a position can come back in the same game, which is a draw the third time.
#define PLYGLOT_CAN_REPEAT 2

// What `outcome` gives: the game goes on.
#define PLYGLOT_GOES_ON 0

// The side to move has won.
#define PLYGLOT_WIN 1

// A draw.
#define PLYGLOT_DRAW 2

// The side to move has lost.
#define PLYGLOT_LOSS 3

// The game has ended with the margin that was written to `margin`, positive if the side to move is ahead.
#define PLYGLOT_MARGIN 4

// How a call ended.
typedef enum plyglot_status {
  // It has done what was asked.
  PLYGLOT_OK = 0,
  // A pointer is null that must not be.
  PLYGLOT_NULL = 1,
  // A text is not UTF-8.
  PLYGLOT_NOT_UTF8 = 2,
  // The field `size` of a struct is not its size.
  PLYGLOT_SIZE = 3,
  // There is no such game, or not in that size.
  PLYGLOT_UNKNOWN_GAME = 4,
  // An option of a game cannot be set so.
  PLYGLOT_OPTION = 5,
  // A text is not a position, or not a legal move.
  PLYGLOT_TEXT = 6,
  // A position is of another game.
  PLYGLOT_FOREIGN = 7,
  // A limit, or another number, makes no sense.
  PLYGLOT_LIMIT = 8,
  // The engine cannot be made so: threads, memory.
  PLYGLOT_ENGINE = 9,
  // The engine is searching.
  PLYGLOT_BUSY = 10,
  // It has not ended in that time.
  PLYGLOT_TIMEOUT = 11,
  // A function of a game in C has done what it must not do, or a built-in game has failed.
  PLYGLOT_GAME = 12,
  // A call where it must not come from: by a function of a game, or by the listener of the search itself.
  PLYGLOT_MISUSE = 13,
  // A mistake of the library.
  PLYGLOT_BUG = 14,
} plyglot_status;

// What a score says of the value.
typedef enum plyglot_kind {
  // It is the value, proven to the end of the game.
  PLYGLOT_EXACT = 1,
  // The search takes it for the value, which is not proven.
  PLYGLOT_ESTIMATE = 2,
  // The value is at least this.
  PLYGLOT_LOWER = 3,
  // The value is at most this.
  PLYGLOT_UPPER = 4,
} plyglot_kind;

// Why a search ended.
typedef enum plyglot_ended {
  // It runs.
  PLYGLOT_RUNNING = 0,
  // The value is proven.
  PLYGLOT_ENDED_PROVEN = 1,
  // The limit of depth was reached.
  PLYGLOT_ENDED_DEPTH = 2,
  // The limit of nodes was reached.
  PLYGLOT_ENDED_NODES = 3,
  // The limit of time was reached.
  PLYGLOT_ENDED_TIME = 4,
  // It was stopped.
  PLYGLOT_ENDED_STOPPED = 5,
  // There was nothing to search.
  PLYGLOT_ENDED_GAME_OVER = 6,
} plyglot_ended;

// An engine for one game.
typedef struct plyglot_engine plyglot_engine;

// An opened game. May be used by any number of threads at once.
typedef struct plyglot_game plyglot_game;

// A position with the game that led to it. May be used by any number of threads, one after the other.
typedef struct plyglot_position plyglot_position;

// A search, running or ended.
typedef struct plyglot_search plyglot_search;

// A game written in C: what it is, and the functions that know its rules.
//
// A state is `state_size` bytes, aligned to 16 and all 0 before a function writes it; the library copies it as it likes and
// frees it without a word. Equal positions have equal bytes (so no padding that is not set), unless there is a `key`.
// Functions must depend on their arguments alone, since they are called by many threads at once (but see
// `PLYGLOT_ONE_AT_A_TIME`) and in any order; must return; must not call the library; and let no C++ exception out. One that
// gives what it must not ends the search with `PLYGLOT_GAME`. All texts are UTF-8 and copied by `plyglot_game_define`.
//
// A function that gives a text writes at most `room` bytes, the final NUL among them, and returns the length of the whole
// text without it, as `snprintf` does; it is called again with more room where that was too little.
typedef struct plyglot_rules {
  // `sizeof(plyglot_rules)`. What is not set is to be 0.
  size_t size;
  // Given to each function; may be null.
  void *user;
  // `PLYGLOT_ONE_AT_A_TIME`, `PLYGLOT_CAN_REPEAT`, or both.
  uint32_t flags;
  // How many points of `evaluate` make one unit; 0 is 1.
  int32_t points;
  // The distance between neighbouring margins; 0 is 1.
  int32_t margin_step;
  // The size of a state, from 1 to 65536.
  size_t state_size;
  // The name of the game.
  const char *name;
  // What people call the side that moves first; may be null, as the next four.
  const char *first_side;
  // What people call the other side.
  const char *second_side;
  // The unit of margins, in the plural.
  const char *unit;
  // How positions and moves are written, one line.
  const char *notation;
  // How it is played.
  const char *about;
  // Writes the start position; returns 0.
  int (*start)(void *user, void *state);
  // Whose turn it is: 0 for the side that moves first in the start position, else 1.
  int (*side)(void *user, const void *state);
  // How the game has ended: `PLYGLOT_GOES_ON` to `PLYGLOT_MARGIN`.
  int (*outcome)(void *user, const void *state, int32_t *margin);
  // Writes the legal moves, at most `room`, each once, any number below 4294967295 (small ones are faster), and returns how
  // many there are: at least one, at most 65536. Not asked where the game is over.
  size_t (*moves)(void *user, const void *state, uint32_t *moves, size_t room);
  // Writes the position after a legal move to `next`, another place than `state`; returns 0.
  int (*play)(void *user, const void *state, uint32_t mv, void *next);
  // Gives the text of a position.
  int (*text)(void *user, const void *state, char *text, size_t room);
  // Gives the text of a move of the position; null: its number.
  int (*move_text)(void *user, const void *state, uint32_t mv, char *text, size_t room);
  // Reads a position; returns 0, or anything else if the text is none. Null: positions are not read.
  int (*parse)(void *user, const char *text, void *state);
  // Gives the board, several lines; null: the text.
  int (*board)(void *user, const void *state, char *text, size_t room);
  // Gives an estimate for the side to move, in points; null: all positions look even.
  int32_t (*evaluate)(void *user, const void *state);
  // Gives the rank of a legal move, the most promising the highest; null: the engine orders by itself.
  int32_t (*rank)(void *user, const void *state, uint32_t mv);
  // Gives the most plies that the game may still last; negative: not known, as null.
  int32_t (*plies_left)(void *user, const void *state);
  // Gives a number that no other position has; null: a hash of the state's bytes.
  uint64_t (*key)(void *user, const void *state);
  // Called once, by any thread, when the library will call nothing of the table any more; may be null. Not called if
  // `plyglot_game_define` fails.
  void (*release)(void *user);
} plyglot_rules;

// How a position stands.
typedef struct plyglot_standing {
  // `sizeof(plyglot_standing)`; set by the caller.
  size_t size;
  // Whose turn it is: 0 for the side that moves first in the start position, else 1.
  int side;
  // Not 0 if the game is over.
  int is_over;
  // Who has won then, as `side`; -1 of a draw.
  int winner;
  // By how much, in the game's unit; -1 where the game does not count that.
  int32_t margin;
  // How many moves have led here.
  uint64_t plies;
} plyglot_standing;

// What one search may use and should look at. A field of 0 is no limit: without any, a search goes on until it is stopped
// or until the value is proven. `plyglot_limits limits = {.size = sizeof limits, .time_ms = 1000};`
typedef struct plyglot_limits {
  // `sizeof(plyglot_limits)`.
  size_t size;
  // The most plies.
  uint32_t depth;
  // How many best moves get a value and a line; 0 is one.
  uint32_t lines;
  // The most positions, of all threads together.
  uint64_t nodes;
  // The most time, in milliseconds.
  uint64_t time_ms;
  // Not 0: go for the exact value to the end of the game.
  int solve;
} plyglot_limits;

// A line of a search, from the point of view of the side to move. Its texts belong to the struct that it is in.
typedef struct plyglot_line {
  // Its rank, from 1.
  uint32_t rank;
  // How deep it was searched, in plies; 0 where the game is over.
  uint32_t depth;
  // What its score says of the value.
  enum plyglot_kind kind;
  // Not 0 only of a value or bound that holds to the end of the game.
  int proven;
  // The score in the game's unit; 1, 0 or -1 of a proven result without a margin.
  double value;
  // The expected result, from 0 (lost) to 1 (won).
  double expected;
  // n if the side to move wins in n plies, -n if it loses in n; else 0.
  int64_t win_in;
  // The score as the game writes it: `+3.4`, `>= win in 7`.
  const char *score;
  // The first move; null where the game is over.
  const char *best_move;
  // The moves, separated by blanks.
  const char *moves;
} plyglot_line;

// What a search has found: news of a running one, or its result.
typedef struct plyglot_info {
  // The line that was found; of a result the best one.
  const struct plyglot_line *best;
  // All lines, best first; of news, that one.
  const struct plyglot_line *const *lines;
  // How many these are; 0 where the game is over.
  size_t line_count;
  // Why it ended.
  enum plyglot_ended ended;
  // How many threads search.
  uint32_t threads;
  // Positions visited, by all threads.
  uint64_t nodes;
  // Positions a second; 0 where no time has passed.
  uint64_t nps;
  // The engine's time, in milliseconds.
  double time_ms;
  // The size of the table, in bytes.
  uint64_t hash_bytes;
  // How full it is with entries of this search, in thousandths.
  uint32_t hash_permill;
  // Plies from the root to the deepest position that was visited.
  uint32_t seldepth;
  // The object `info` or `result` of docs/json.md, one line.
  const char *json;
} plyglot_info;

// Is told what a search finds. It is called by a thread of the library, one call at a time, in the order of what was found;
// not any more once `plyglot_search_wait` has given the result or `plyglot_search_free` has returned. It may call the
// library, but must not wait for its own search, nor free it. `news` and its texts are there until it returns. Returns 0,
// or anything else to stop the search. It must return; the search goes on meanwhile. No C++ exception may leave it.
typedef int (*plyglot_listener)(void *user, const struct plyglot_info *news);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Gives the version of the library, as "0.2.0". Any thread; the text is there for ever.
const char *plyglot_version(void);

// Gives the status of the last call of this thread that has failed, `PLYGLOT_OK` if none has, and its text, one line for
// people. A call that succeeds leaves both. `text` may be null; the text belongs to the thread and is there until its
// next call that fails.
enum plyglot_status plyglot_last_error(const char **text);

// Gives the games there are, as the object `games` of docs/json.md. Any thread; the text is the caller's
// (`plyglot_text_free`). Fails with `PLYGLOT_NULL`.
enum plyglot_status plyglot_games(char **out);

// Opens a game of the library: a name, with a size behind a colon ("connect4:6x5"), and `option_count` options, each
// "NAME=VALUE"; `options` may be null where there are none. Any thread; the game is the caller's (`plyglot_game_free`).
// Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`, `PLYGLOT_UNKNOWN_GAME` and `PLYGLOT_OPTION`.
//
// # Safety
// Texts end with NUL; `options` points to `option_count` of them.
enum plyglot_status plyglot_game_open(const char *name,
                                      const char *const *options,
                                      size_t option_count,
                                      struct plyglot_game **out);

// Opens a game written in C, by the table of its functions, which is copied. The functions are called by this call, too.
// Any thread; the game is the caller's (`plyglot_game_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`,
// `PLYGLOT_SIZE`, `PLYGLOT_LIMIT` (a number in the table), `PLYGLOT_GAME` (the start position is wrong).
//
// # Safety
// The contract of `plyglot_rules`, from now until its `release` is called.
enum plyglot_status plyglot_game_define(const struct plyglot_rules *rules,
                                        struct plyglot_game **out);

// Gives what is known of a game, as the object `game` of docs/json.md: sides, unit, notation, options. Any number of
// threads at once; the text is the caller's (`plyglot_text_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_GAME`.
enum plyglot_status plyglot_game_json(const struct plyglot_game *game, char **out);

// Frees a game; null is nothing. Its positions, engines and searches keep what they need of it.
void plyglot_game_free(struct plyglot_game *game);

// Makes a position: that of a text, or of the name of an example of the game (null: the start position), after `moves`,
// in the game's notation in a row or numbered (null: none). Any number of threads at once; the position is the caller's
// (`plyglot_position_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_NOT_UTF8`, `PLYGLOT_TEXT`, `PLYGLOT_GAME`.
//
// # Safety
// Texts end with NUL.
enum plyglot_status plyglot_position_new(const struct plyglot_game *game,
                                         const char *position,
                                         const char *moves,
                                         struct plyglot_position **out);

// Plays moves on a position, all or none. Any number of threads, which do so one after the other; a search that has begun
// stays with the position as it was. Fails as `plyglot_position_new`.
//
// # Safety
// The text ends with NUL.
enum plyglot_status plyglot_position_play(const struct plyglot_position *position,
                                          const char *moves);

// Gives a text of a position, one of `PLYGLOT_TEXT_...`. Any number of threads at once; the text is the caller's
// (`plyglot_text_free`). Fails with `PLYGLOT_NULL`, `PLYGLOT_LIMIT` (there is no such text), `PLYGLOT_GAME`.
enum plyglot_status plyglot_position_text(const struct plyglot_position *position, int which, char **out);

// Writes how a position stands to `out`, whose `size` is set. Any number of threads at once. Fails with `PLYGLOT_NULL`,
// `PLYGLOT_SIZE`.
//
// # Safety
// `out` is of as many bytes as its `size` says.
enum plyglot_status plyglot_position_standing(const struct plyglot_position *position, struct plyglot_standing *out);

// Frees a position; null is nothing.
void plyglot_position_free(struct plyglot_position *position);

// Makes an engine for a game: `threads` 0 are all processors (one, where a game's functions run one at a time), `hash_bytes`
// 0 is a table that grows. Any number of threads at once; the engine is the caller's (`plyglot_engine_free`). Fails with
// `PLYGLOT_NULL`, `PLYGLOT_ENGINE` (no such number of threads, too little memory).
enum plyglot_status plyglot_engine_new(const struct plyglot_game *game,
                                       uint32_t threads,
                                       uint64_t hash_bytes,
                                       struct plyglot_engine **out);

// Frees an engine, what it has learnt with it; null is nothing. One that searches is freed when the search ends.
void plyglot_engine_free(struct plyglot_engine *engine);

// Begins to search a position and returns at once. `limits` null are none; `listener` may be null, and is called with `user`.
// An engine searches one position at a time, and keeps what it has learnt for the next one. Any thread; the search is the
// caller's (`plyglot_search_free`), and may outlive engine, position and game. Fails with `PLYGLOT_NULL`, `PLYGLOT_SIZE`,
// `PLYGLOT_LIMIT`, `PLYGLOT_FOREIGN`, `PLYGLOT_BUSY`, `PLYGLOT_ENGINE`, `PLYGLOT_GAME`.
//
// # Safety
// `limits` is of as many bytes as its `size` says. `user` serves until the result is there or the search is freed.
enum plyglot_status plyglot_search_begin(const struct plyglot_engine *engine,
                                         const struct plyglot_position *position,
                                         const struct plyglot_limits *limits,
                                         plyglot_listener listener,
                                         void *user,
                                         struct plyglot_search **out);

// Waits for the end of a search, `timeout_ms` milliseconds at most (0 looks whether it has ended, `PLYGLOT_FOREVER` waits as
// long as it takes), and gives the result, which belongs to the search and is there until that is freed; `out` may be null.
// Any number of threads at once, but not the search's own listener. Fails with `PLYGLOT_NULL`, `PLYGLOT_TIMEOUT` (the text
// says whether a listener or a function of a game has not returned), `PLYGLOT_MISUSE`, or as the search has failed:
// `PLYGLOT_GAME`, `PLYGLOT_LIMIT`, `PLYGLOT_ENGINE`, `PLYGLOT_BUG`.
enum plyglot_status plyglot_search_wait(const struct plyglot_search *search,
                                        uint64_t timeout_ms,
                                        const struct plyglot_info **out);

// Ends a search with the best found so far, and returns at once; one that has ended stays as it is. Any thread, its listener
// too. Fails with `PLYGLOT_NULL`.
enum plyglot_status plyglot_search_stop(const struct plyglot_search *search);

// Stops a search, waits for its end and frees it with its result; null is nothing. No other thread may use it then. After
// `PLYGLOT_TIMEOUT` the search is freed, too, but a listener or a function of a game is still running, five seconds after
// the stop, and what that uses must stay. After `PLYGLOT_MISUSE` (by its own listener) nothing is freed.
enum plyglot_status plyglot_search_free(struct plyglot_search *search);

// Frees a text that was given to the caller; null is nothing. Any thread.
//
// # Safety
// The text is one that a function of the library has given to the caller, unchanged, and was not freed.
void plyglot_text_free(char *text);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* PLYGLOT_H */
