"""python-chess (PyPI: chess) drives `plyglot uci`: games, analysis, pondering, Chess960. The argument is the program."""

import sys

import chess
import chess.engine

ENGINE = [sys.argv[1], "uci", "--threads", "1", "--hash", "1M"]


def game(engine, board, limit, **options):
    while not board.is_game_over(claim_draw=True) and board.ply() < 400:
        result = engine.play(board, limit, **options)
        assert result.move in board.legal_moves, (board.fen(), result)
        board.push(result.move)
    return board.outcome(claim_draw=True)


with chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60) as engine:
    assert engine.id["name"].startswith("plyglot"), engine.id
    print(game(engine, chess.Board(), chess.engine.Limit(nodes=300)))
    print(game(engine, chess.Board("8/8/8/4k3/8/8/8/KRR5 w - - 0 1"), chess.engine.Limit(nodes=3000)))
    print(game(engine, chess.Board(), chess.engine.Limit(white_clock=2, black_clock=2), ponder=True))
    print(game(engine, chess.Board.from_chess960_pos(333), chess.engine.Limit(nodes=300)))

    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(depth=5), multipv=3)
    assert len({line["pv"][0] for line in lines}) == 3, lines
    scores = [line["score"].relative.score(mate_score=100000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    for line in lines:
        after = board.copy()
        for move in line["pv"]:
            after.push(after.parse_uci(move.uci()))

    mate = engine.analyse(chess.Board("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"), chess.engine.Limit(depth=5))
    assert mate["score"].relative == chess.engine.Mate(2), mate

    with engine.analysis(chess.Board()) as running:
        for info in running:
            if info.get("depth", 0) >= 4:
                break
    engine.configure({"UCI_ShowWDL": True, "Hash": 2})
    told = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert sum(told["wdl"].relative) == 1000, told

    # A game on clocks with several lines in between, and one of a few pieces.
    print(game(engine, chess.Board(), chess.engine.Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01)))
    engine.configure({"UCI_AnalyseMode": True})
    lost = game(engine, chess.Board("8/8/8/3k4/8/8/3KP3/8 w - - 0 1"), chess.engine.Limit(nodes=5000))
    assert lost is not None, "the game ends"
    print(lost)
