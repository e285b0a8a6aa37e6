/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* The output of a run. A search (VERIFY) prints each state and each step once. A simulation, and the path to a state
   (REACH), print every step: traces.py makes traces of it, which the classes replay. */

#ifdef VERIFY
c_decl {
    static const char *const stateNames[] = { "", "Ended", "Failing", "Disconnecting", "Closing", "HalfClosedByBoth",
                                              "HalfClosedByUs", "HalfClosedByPeer", "Open", "Proving", "Connecting" };
    static unsigned char comeBy[2][11];
    static void reaches(int i, int state)
    {
        if (!comeBy[i][state]) {
            comeBy[i][state] = 1;
            printf("watch %c %s\n", 'A' + i, stateNames[state]);
        }
    }
};
#define WATCH assert(Ended == 1 && HalfClosedByPeer == 7 && Connecting == 10)
#define STEP(name) c_code { static int told; if (!told) { told = 1; printf("watch step %s\n", name); } }
#define BROKEN(name) c_code { printf("broken: %s\n", name); }
#define TRANSITION(name, value, state, own, peer, finish, flushed) STEP(name)
#define ACCOUNT(name, value, a, b, c, d, e, f, g, h) STEP(name)
#define HEADER(a, b) skip
#define NOW c_code { reaches(0, now.side[0].state); reaches(1, now.side[1].state); }
#else
#define WATCH printf("= setup %d %d %d %d %d\n", DMOD, CMOD, WINDOW0, WINDOW1, QUOTAS)
#define STEP(name) printf("= %c step ", 65 + s); printf(name); printf("\n")
#define BROKEN(name) printf("broken: "); printf(name); printf("\n")
#define TRANSITION(name, value, state, own, peer, finish, flushed) \
    printf("= %c states ", 65 + s); printf(name, value); \
    printf(" : %d %d %d %d %d\n", state, own, peer, finish, flushed)
#define ACCOUNT(name, value, a, b, c, d, e, f, g, h) \
    printf("= %c ledger ", 65 + s); printf(name, value); \
    printf(" : %d %d %d %d %d %d %d %d\n", a, b, c, d, e, f, g, h)
#define HEADER(a, b) printf("= %c header %d %d\n", 65 + s, a, b)
#ifdef REACH
/* 1 to 10: this state of the client; 16 more: of the server. */
c_decl {
    extern char *getenv(const char *);
    static int isReached(int client, int server)
    {
        const int wanted = atoi(getenv("QTRDMA_REACH"));
        return wanted == client || wanted == 16 + server;
    }
};
bit found;
#define NOW c_code { now.found = isReached(now.side[0].state, now.side[1].state); }; assert(!found)
#else
#define NOW skip
#endif
#endif
