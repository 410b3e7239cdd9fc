// The same header from C++: handles that free themselves, and a listener that is a lambda.
#include <plyglot.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

template <auto Free>
struct Freed {
  template <typename T>
  void operator()(T *handle) const { (void)Free(handle); }
};
using Game = std::unique_ptr<plyglot_game, Freed<plyglot_game_free>>;
using Position = std::unique_ptr<plyglot_position, Freed<plyglot_position_free>>;
using Engine = std::unique_ptr<plyglot_engine, Freed<plyglot_engine_free>>;
using Search = std::unique_ptr<plyglot_search, Freed<plyglot_search_free>>;

static void holds(plyglot_status status) {
  const char *text = nullptr;
  if (status != PLYGLOT_OK) {
    plyglot_last_error(&text);
    throw std::runtime_error(text);
  }
}

template <typename Handle, typename Make>
static Handle made(Make make) {
  typename Handle::pointer handle = nullptr;
  holds(make(&handle));
  return Handle(handle);
}

int main() try {
  auto game = made<Game>([](auto out) { return plyglot_game_open("othello:6", nullptr, 0, out); });
  auto at = made<Position>([&](auto out) { return plyglot_position_new(game.get(), nullptr, nullptr, out); });
  auto engine = made<Engine>([&](auto out) { return plyglot_engine_new(game.get(), 2, 8 << 20, out); });
  plyglot_limits limits{};
  limits.size = sizeof limits;
  limits.depth = 8;
  limits.lines = 2;
  std::vector<std::string> heard;
  auto listener = [](void *user, const plyglot_info *news) {
    static_cast<std::vector<std::string> *>(user)->emplace_back(news->best->moves);
    return 0;
  };
  auto search = made<Search>(
      [&](auto out) { return plyglot_search_begin(engine.get(), at.get(), &limits, listener, &heard, out); });
  const plyglot_info *result = nullptr;
  holds(plyglot_search_wait(search.get(), PLYGLOT_FOREVER, &result));
  if (heard.empty() || result->line_count != 2 || result->ended != PLYGLOT_ENDED_DEPTH ||
      result->lines[0] != result->best || result->lines[1]->rank != 2)
    throw std::runtime_error(result->json);
  try {
    made<Game>([](auto out) { return plyglot_game_open("chekers", nullptr, 0, out); });
    throw std::logic_error("there is such a game");
  } catch (const std::runtime_error &error) {
    if (std::string(error.what()).find("chekers") == std::string::npos) throw;
  }
  std::cout << "and in C++\n";
  return EXIT_SUCCESS;
} catch (const std::exception &error) {
  std::cerr << error.what() << '\n';
  return EXIT_FAILURE;
}
