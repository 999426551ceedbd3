/* War of Masters in plain C: the yardstick for tablier's engine.
 *
 * Written from the rules page alone (WM-1 to WM-20), to be what a good engineer would write by hand for this one game.
 * It shares no code with the package, so its counts also check the package's rules.
 *
 *     cc -std=c11 -O3 -o war_of_masters war_of_masters.c
 *
 *     war_of_masters playout SECONDS SEED [goal] [path] [max_turns]
 *     war_of_masters perft DEPTH [goal] [path] [max_turns] [-- ACTION...]
 *     war_of_masters check [goal] [path] [max_turns] [-- ACTION...]
 *
 * goal is master or all, path is blocked or leap. The option `ring` is left out: it never changes the play (WM-19).
 */

#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- What the numbers mean ------------------------------------------------------------------------------------- */

enum { SIZE = 9, CELLS = SIZE * SIZE, DIRECTIONS = 8, FACES = 6 }; /* WM-1: a cell is row * SIZE + column */
enum { PIECES = 2 * SIZE };                                        /* WM-2: a side's */
enum { RED, BROWN, SIDES };
enum { MASTER_COLUMN = 4 };

/* A MASTER is the ringed cylinder, with `goal=all` too, where it is a large one like any other (WM-18).
 * WAITING is a small cylinder that has reached the far row and found no large one to replace it (WM-17). */
enum kind { SMALL, WAITING, LARGE, MASTER };

/* A piece is named by its side and its slot in that side's list. Slots 0 to count-1 are on the board, in no order. */
enum { SIDE_SHIFT = 5, PIECE_IDS = SIDES << SIDE_SHIFT, EMPTY = PIECE_IDS };

enum { NOWHERE = CELLS };                           /* no cell: see `first` */
enum { PASS = CELLS + 1, ROLL = CELLS + 2 };        /* what `from` says of an action that moves no piece */
enum { MAX_ACTIONS = PIECES * DIRECTIONS * FACES }; /* every piece, every way, every distance */

enum outcome { PLAYING, RED_WINS, BROWN_WINS, DRAW };

struct action {
    uint8_t from; /* a cell, or PASS, or ROLL */
    uint8_t to;   /* a cell; for a ROLL the number rolled */
};

struct state {
    uint8_t board[CELLS];     /* the piece on each cell, or EMPTY */
    uint8_t cell[PIECE_IDS];  /* where each piece stands */
    uint8_t kind[PIECE_IDS];  /* enum kind */
    uint8_t count[SIDES];     /* pieces on the board */
    uint8_t waiting[SIDES];   /* those of them that are WAITING */
    uint8_t plain_off[SIDES]; /* plain large cylinders off the board */
    uint8_t ring_off[SIDES];  /* 1 if the ringed one is off the board */
    uint8_t side;             /* whose turn it is */
    uint8_t left;             /* squares still to be moved this turn; 0 while nature is to roll */
    uint8_t first;            /* where the first piece of a divided six now stands, or NOWHERE */
    uint8_t outcome;          /* enum outcome */
    uint32_t turns;           /* turns completed */
};

static struct {
    bool all;           /* goal: all, else master (WM-18) */
    bool blocked;       /* path: blocked, else leap (WM-10) */
    uint32_t max_turns; /* WM-20 */
} options = {.blocked = true, .max_turns = 1000};

/* ---- Tables ---------------------------------------------------------------------------------------------------- */

/* How a piece goes: straight ahead for a side's small cylinders (the class is the side), every way for the others. */
enum { EVERY_WAY = SIDES, CLASSES };

struct reach {
    uint8_t count;
    uint8_t to[DIRECTIONS];
};

static struct reach reaches[CLASSES][FACES + 1][CELLS]; /* by class, distance and starting cell */
static int8_t strides[CELLS][CELLS];                    /* from one square to the next on the way between two cells */

static void add_reach(int class, int cell, int up, int right, int distance)
{
    struct reach *reach = &reaches[class][distance][cell];
    int row = cell / SIZE + up * distance;
    int column = cell % SIZE + right * distance;
    if (row < 0 || row >= SIZE || column < 0 || column >= SIZE)
        return;
    int to = row * SIZE + column;
    reach->to[reach->count++] = (uint8_t)to;
    strides[cell][to] = (int8_t)(up * SIZE + right);
}

static void build_tables(void)
{
    for (int distance = 1; distance <= FACES; distance++) {
        for (int cell = 0; cell < CELLS; cell++) {
            add_reach(RED, cell, +1, 0, distance);   /* WM-7 */
            add_reach(BROWN, cell, -1, 0, distance); /* WM-7 */
            for (int up = -1; up <= 1; up++)         /* WM-8, WM-9 */
                for (int right = -1; right <= 1; right++)
                    if (up != 0 || right != 0)
                        add_reach(EVERY_WAY, cell, up, right, distance);
        }
    }
}

/* ---- The opening ----------------------------------------------------------------------------------------------- */

static void place(struct state *state, int side, int row, int column, enum kind kind)
{
    int piece = side << SIDE_SHIFT | state->count[side]++;
    int cell = row * SIZE + column;
    state->board[cell] = (uint8_t)piece;
    state->cell[piece] = (uint8_t)cell;
    state->kind[piece] = kind;
}

static struct state opening(void)
{
    struct state state = {.side = RED, .first = NOWHERE, .outcome = PLAYING}; /* WM-4 */
    memset(state.board, EMPTY, sizeof state.board);
    for (int column = 0; column < SIZE; column++) { /* WM-3 */
        enum kind back = column == MASTER_COLUMN ? MASTER : LARGE;
        place(&state, RED, 0, column, back);
        place(&state, RED, 1, column, SMALL);
        place(&state, BROWN, SIZE - 1, column, back);
        place(&state, BROWN, SIZE - 2, column, SMALL);
    }
    return state;
}

/* ---- Legal actions --------------------------------------------------------------------------------------------- */

/* The functions that add moves write them at `out` and return the list's new end. Those that take a board play on it
 * instead of the state's: it may be one part of a divided six ahead. */

static bool path_is_clear(const uint8_t *board, struct action move)
{
    int stride = strides[move.from][move.to];
    for (int cell = move.from + stride; cell != move.to; cell += stride)
        if (board[cell] != EMPTY)
            return false;
    return true;
}

/* WM-10, path=blocked: keeps the moves whose way is free. */
static struct action *keep_unblocked(const uint8_t *board, struct action *moves, struct action *end)
{
    struct action *kept = moves;
    for (struct action *move = moves; move < end; move++)
        if (path_is_clear(board, *move))
            *kept++ = *move;
    return kept;
}

/* WM-15: of the moves of 1, keeps those that neither a Master captures by nor captures a Master. */
static struct action *keep_respectful(const struct state *state, const uint8_t *board, struct action *moves,
                                      struct action *end)
{
    struct action *kept = moves;
    for (struct action *move = moves; move < end; move++) {
        int target = board[move->to];
        if (target == EMPTY || (state->kind[target] != MASTER && state->kind[board[move->from]] != MASTER))
            *kept++ = *move;
    }
    return kept;
}

/* Adds every move of that distance by the side to move, except by the piece that the state has on `except`. */
static struct action *add_moves(const struct state *state, const uint8_t *board, int distance, int except,
                                struct action *out)
{
    int side = state->side;
    const struct reach *ahead = reaches[side][distance];
    const struct reach *every_way = reaches[EVERY_WAY][distance];
    struct action *end = out;
    for (int slot = 0; slot < state->count[side]; slot++) {
        int piece = side << SIDE_SHIFT | slot;
        uint8_t from = state->cell[piece];
        if (from == except)
            continue;
        const struct reach *reach = state->kind[piece] == SMALL ? &ahead[from] : &every_way[from];
        for (int i = 0; i < reach->count; i++) {
            *end = (struct action){from, reach->to[i]};
            end += board[reach->to[i]] >> SIDE_SHIFT != side; /* WM-14: kept unless a friend is there */
        }
    }
    if (options.blocked)
        end = keep_unblocked(board, out, end);
    if (distance == 1 && !options.all)
        end = keep_respectful(state, board, out, end);
    return end;
}

static bool wins(const struct state *state, int captured)
{
    if (captured == EMPTY)
        return false;
    return options.all ? state->count[captured >> SIDE_SHIFT] == 1 /* WM-18 */
                       : state->kind[captured] == MASTER;          /* WM-5 */
}

/* Whether another piece can make the rest of a six on the board that its first part leaves, given the moves of that
 * distance on the board before. One of those will nearly always do; if none does, the first part may still have opened
 * a way or left a square free. */
static bool can_complete(const struct state *state, const uint8_t *board, struct action first, int rest,
                         const struct action *moves, const struct action *end)
{
    for (const struct action *move = moves; move < end; move++)
        if (move->from != first.from && move->to != first.to && (!options.blocked || path_is_clear(board, *move)))
            return true;
    struct action found[MAX_ACTIONS];
    return add_moves(state, board, rest, first.from, found) > found;
}

/* WM-13: adds the first parts of a divided six that win or that another piece can complete.
 * A first part changes nothing for the others but who stands where: what it captures was not theirs, and a cylinder
 * that the capture puts in a waiting one's place is no Master when WM-15 applies. A board is enough to look ahead. */
static struct action *add_first_parts(const struct state *state, struct action *out)
{
    struct action moves[MAX_ACTIONS];       /* those of distance d, 1 to 5, ... */
    struct action *bounds[FACES] = {moves}; /* ... are from bounds[d - 1] to bounds[d] */
    for (int distance = 1; distance < FACES; distance++)
        bounds[distance] = add_moves(state, state->board, distance, NOWHERE, bounds[distance - 1]);

    uint8_t board[CELLS];
    memcpy(board, state->board, sizeof board);
    for (int distance = 1; distance < FACES; distance++) {
        int rest = FACES - distance;
        for (struct action *first = bounds[distance - 1]; first < bounds[distance]; first++) {
            uint8_t piece = board[first->from];
            uint8_t captured = board[first->to];
            board[first->from] = EMPTY;
            board[first->to] = piece;
            if (can_complete(state, board, *first, rest, bounds[rest - 1], bounds[rest]) || wins(state, captured))
                *out++ = *first;
            board[first->from] = piece;
            board[first->to] = captured;
        }
    }
    return out;
}

/* Fills `out` (MAX_ACTIONS long) with the legal actions and returns how many: none only when the game is over. */
static int legal(const struct state *state, struct action *out)
{
    struct action *end = out;
    if (state->outcome != PLAYING)
        return 0;
    if (state->left == 0) {
        for (uint8_t face = 1; face <= FACES; face++)
            *end++ = (struct action){ROLL, face};
        return FACES;
    }
    end = add_moves(state, state->board, state->left, state->first, end); /* WM-6 */
    if (state->left == FACES)                                             /* WM-12 */
        end = add_first_parts(state, end);
    if (end == out) /* WM-11 */
        *end++ = (struct action){PASS, 0};
    return (int)(end - out);
}

/* ---- Playing an action ----------------------------------------------------------------------------------------- */

/* Takes a large cylinder from those off the board, the ringed one last (WM-18), or says that there is none. */
static bool take_large(struct state *state, int side, uint8_t *kind)
{
    if (state->plain_off[side] > 0) {
        state->plain_off[side]--;
        *kind = LARGE;
        return true;
    }
    if (state->ring_off[side] > 0) {
        state->ring_off[side]--;
        *kind = MASTER;
        return true;
    }
    return false;
}

static void promote(struct state *state, int piece)
{
    int side = piece >> SIDE_SHIFT;
    if (!take_large(state, side, &state->kind[piece])) { /* WM-16 */
        state->kind[piece] = WAITING;                    /* WM-17 */
        state->waiting[side]++;
    }
}

/* WM-17: replaces the waiting cylinder on the lowest column, then the lowest row. */
static void replace_waiting(struct state *state, int side)
{
    int chosen = EMPTY;
    int lowest = CELLS;
    int begin = side << SIDE_SHIFT;
    int end = begin + state->count[side];
    for (int piece = begin; piece < end; piece++) {
        int rank = state->cell[piece] % SIZE * SIZE + state->cell[piece] / SIZE;
        if (state->kind[piece] == WAITING && rank < lowest) {
            chosen = piece;
            lowest = rank;
        }
    }
    take_large(state, side, &state->kind[chosen]);
    state->waiting[side]--;
}

/* Takes a piece off the board; the last of its side's list moves into its slot. */
static void capture(struct state *state, int piece)
{
    int side = piece >> SIDE_SHIFT;
    int last = side << SIDE_SHIFT | --state->count[side];
    enum kind kind = state->kind[piece];
    state->board[state->cell[last]] = (uint8_t)piece;
    state->cell[piece] = state->cell[last];
    state->kind[piece] = state->kind[last];

    if (kind == WAITING)
        state->waiting[side]--;
    if (kind == LARGE)
        state->plain_off[side]++;
    if (kind == MASTER && options.all) /* else the game is over, and nothing takes its place */
        state->ring_off[side]++;
    if (state->waiting[side] > 0 && state->plain_off[side] + state->ring_off[side] > 0)
        replace_waiting(state, side);
}

static void end_turn(struct state *state)
{
    state->side ^= 1;
    state->left = 0;
    state->first = NOWHERE;
    if (++state->turns >= options.max_turns) /* WM-20 */
        state->outcome = DRAW;
}

static int distance_between(int from, int to)
{
    int rows = abs(from / SIZE - to / SIZE);
    int columns = abs(from % SIZE - to % SIZE);
    return rows > columns ? rows : columns;
}

static int far_row(int side)
{
    return side == RED ? SIZE - 1 : 0;
}

static void move_piece(struct state *state, struct action move)
{
    int piece = state->board[move.from];
    int captured = state->board[move.to];
    bool won = wins(state, captured);
    if (captured != EMPTY)
        capture(state, captured);
    state->board[move.from] = EMPTY;
    state->board[move.to] = (uint8_t)piece;
    state->cell[piece] = move.to;
    if (state->kind[piece] == SMALL && move.to / SIZE == far_row(state->side))
        promote(state, piece);

    if (won) {
        state->outcome = state->side == RED ? RED_WINS : BROWN_WINS;
        return;
    }
    if (state->left == FACES) /* WM-12: a six is moved whole, or this was its first part */
        state->left -= (uint8_t)distance_between(move.from, move.to);
    else
        state->left = 0;
    if (state->left > 0)
        state->first = move.to;
    else
        end_turn(state);
}

/* Plays a legal action. It does not check that it is one. */
static void apply(struct state *state, struct action action)
{
    switch (action.from) {
    case ROLL:
        state->left = action.to;
        break;
    case PASS:
        end_turn(state);
        break;
    default:
        move_piece(state, action);
    }
}

/* ---- Notation -------------------------------------------------------------------------------------------------- */

enum { TEXT = 8 }; /* "e6xe9=L" and its end */

static void write_action(const struct state *state, struct action action, char text[TEXT])
{
    if (action.from == ROLL) {
        snprintf(text, TEXT, "[%d]", action.to);
        return;
    }
    if (action.from == PASS) {
        snprintf(text, TEXT, "pass");
        return;
    }
    const char *mark = "";
    if (state->kind[state->board[action.from]] == SMALL && action.to / SIZE == far_row(state->side))
        mark = state->plain_off[state->side] + state->ring_off[state->side] > 0 ? "=L" : "=w";
    snprintf(text, TEXT, "%c%c%c%c%c%s", 'a' + action.from % SIZE, '1' + action.from / SIZE,
             state->board[action.to] == EMPTY ? '-' : 'x', 'a' + action.to % SIZE, '1' + action.to / SIZE, mark);
}

static bool apply_text(struct state *state, const char *word)
{
    struct action actions[MAX_ACTIONS];
    int count = legal(state, actions);
    for (int i = 0; i < count; i++) {
        char text[TEXT];
        write_action(state, actions[i], text);
        if (strcmp(text, word) == 0) {
            apply(state, actions[i]);
            return true;
        }
    }
    return false;
}

/* ---- Random numbers: xoshiro128++ (Blackman and Vigna, public domain), seeded by splitmix64 --------------------- */

struct generator {
    uint32_t word[4];
};

static struct generator seeded(uint64_t seed)
{
    struct generator generator;
    for (int i = 0; i < 4; i++) {
        uint64_t mixed = seed += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        generator.word[i] = (uint32_t)((mixed ^ mixed >> 31) >> 32);
    }
    return generator;
}

static inline uint32_t rotate_left(uint32_t word, int bits)
{
    return word << bits | word >> (32 - bits);
}

static inline uint32_t next_random(struct generator *generator)
{
    uint32_t *word = generator->word;
    uint32_t result = rotate_left(word[0] + word[3], 7) + word[0];
    uint32_t shifted = word[1] << 9;
    word[2] ^= word[0];
    word[3] ^= word[1];
    word[1] ^= word[2];
    word[0] ^= word[3];
    word[2] ^= shifted;
    word[3] = rotate_left(word[3], 11);
    return result;
}

/* One of 0 to bound-1. The bias is at most bound / 2^32. */
static inline uint32_t random_below(struct generator *generator, uint32_t bound)
{
    return (uint32_t)((uint64_t)next_random(generator) * bound >> 32);
}

/* ---- Commands -------------------------------------------------------------------------------------------------- */

enum { EXIT_USAGE = 2 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

struct tally {
    uint64_t games, plies, rolls;
    uint64_t outcomes[DRAW + 1];
};

static void play_random_game(struct generator *generator, struct tally *tally)
{
    struct state state = opening();
    struct action actions[MAX_ACTIONS];
    while (state.outcome == PLAYING) {
        int count = legal(&state, actions);
        bool rolling = state.left == 0;
        tally->rolls += rolling;
        tally->plies += !rolling;
        apply(&state, actions[random_below(generator, (uint32_t)count)]);
    }
    tally->games++;
    tally->outcomes[state.outcome]++;
}

static void playout(double seconds, uint64_t seed)
{
    struct generator generator = seeded(seed);
    struct tally tally = {0};
    double start = now();
    double elapsed;
    do {
        play_random_game(&generator, &tally);
        elapsed = now() - start;
    } while (elapsed < seconds);
    printf("{\"games\": %" PRIu64 ", \"plies\": %" PRIu64 ", \"rolls\": %" PRIu64 ", \"seconds\": %.6f, ", tally.games,
           tally.plies, tally.rolls, elapsed);
    printf("\"red\": %" PRIu64 ", \"brown\": %" PRIu64 ", \"draws\": %" PRIu64 "}\n", tally.outcomes[RED_WINS],
           tally.outcomes[BROWN_WINS], tally.outcomes[DRAW]);
}

static uint64_t perft(const struct state *state, int depth)
{
    struct action actions[MAX_ACTIONS];
    int count = legal(state, actions);
    if (depth == 1)
        return (uint64_t)count;
    uint64_t total = 0;
    for (int i = 0; i < count; i++) {
        struct state next = *state;
        apply(&next, actions[i]);
        total += perft(&next, depth - 1);
    }
    return total;
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(left, right);
}

static void check(const struct state *state)
{
    static const char *const winners[] = {[RED_WINS] = "red", [BROWN_WINS] = "brown", [DRAW] = "draw"};
    if (state->outcome != PLAYING) {
        printf("over %s\n", winners[state->outcome]);
        return;
    }
    struct action actions[MAX_ACTIONS];
    char texts[MAX_ACTIONS][TEXT];
    int count = legal(state, actions);
    for (int i = 0; i < count; i++)
        write_action(state, actions[i], texts[i]);
    qsort(texts, (size_t)count, sizeof texts[0], compare_texts);
    for (int i = 0; i < count; i++)
        printf("%s%c", texts[i], i + 1 < count ? ' ' : '\n');
}

static _Noreturn void refuse(const char *message, const char *word)
{
    fprintf(stderr, "war_of_masters: %s: %s\n", message, word);
    exit(EXIT_USAGE);
}

static _Noreturn void usage(void)
{
    fputs("usage: war_of_masters playout SECONDS SEED [goal] [path] [max_turns]\n"
          "       war_of_masters perft DEPTH [goal] [path] [max_turns] [-- ACTION...]\n"
          "       war_of_masters check [goal] [path] [max_turns] [-- ACTION...]\n",
          stderr);
    exit(EXIT_USAGE);
}

static uint64_t read_whole(const char *word, uint64_t lowest, uint64_t highest)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(word, &end, 10);
    if (*word < '0' || *word > '9' || *end != '\0' || errno != 0 || value < lowest || value > highest)
        refuse("not a whole number in range", word);
    return value;
}

static double read_seconds(const char *word)
{
    char *end;
    double value = strtod(word, &end);
    if (end == word || *end != '\0' || !(value >= 0))
        refuse("not a number of seconds", word);
    return value;
}

/* Which of two words, the default first, an option's value is. */
static bool read_choice(const char *word, const char *usual, const char *other)
{
    if (strcmp(word, usual) != 0 && strcmp(word, other) != 0)
        refuse("not an option's value", word);
    return strcmp(word, other) == 0;
}

/* Reads [goal] [path] [max_turns]; returns the first word after them. */
static char **read_options(char **words)
{
    if (*words != NULL && strcmp(*words, "--") != 0)
        options.all = read_choice(*words++, "master", "all");
    if (*words != NULL && strcmp(*words, "--") != 0)
        options.blocked = !read_choice(*words++, "blocked", "leap");
    if (*words != NULL && strcmp(*words, "--") != 0)
        options.max_turns = (uint32_t)read_whole(*words++, 1, UINT32_MAX);
    return words;
}

/* Plays [-- ACTION...] from the opening. */
static struct state read_position(char **words)
{
    struct state state = opening();
    if (*words == NULL)
        return state;
    if (strcmp(*words, "--") != 0)
        usage();
    while (*++words != NULL)
        if (!apply_text(&state, *words))
            refuse("not a legal action here, or not as the notation writes it", *words);
    return state;
}

int main(int argc, char **argv)
{
    build_tables();
    char **words = argv + 2; /* argv ends in NULL */
    if (argc >= 4 && strcmp(argv[1], "playout") == 0) {
        double seconds = read_seconds(*words++);
        uint64_t seed = read_whole(*words++, 0, UINT64_MAX);
        if (*read_options(words) != NULL)
            usage();
        playout(seconds, seed);
    } else if (argc >= 3 && strcmp(argv[1], "perft") == 0) {
        int deepest = (int)read_whole(*words++, 1, 1000);
        struct state state = read_position(read_options(words));
        for (int depth = 1; depth <= deepest; depth++) {
            printf("{\"depth\": %d, \"count\": %" PRIu64 "}\n", depth, perft(&state, depth));
            fflush(stdout);
        }
    } else if (argc >= 2 && strcmp(argv[1], "check") == 0) {
        struct state state = read_position(read_options(words));
        check(&state);
    } else {
        usage();
    }
    return EXIT_SUCCESS;
}
