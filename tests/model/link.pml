/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* The device: messages that have left and not arrived (wire), messages that have arrived and are not handled
   (completions), receives that are posted, and the end of the connection. */

chan wire[2] = [WIRE] of { mtype, byte, byte, byte, byte };         /* by sender */
chan completions[2] = [DEPTH] of { mtype, byte, byte, byte, byte }; /* by receiver */
chan events[2] = [1] of { mtype, byte };                            /* of the connection manager, by receiver */

byte posted[2];  /* receives */
bit closed[2];   /* has let go of the connection */
bit down;        /* nothing travels any more */
byte finsOut[2]; /* sent ... */
byte finsIn[2];  /* ... and arrived, by sender */

/* DISCONNECTED tells it. */
#define gone(i) (down || closed[i] || (closed[1 - (i)] && len(wire[1 - (i)]) == 0))

inline clearWires() {
    down = 1;
    do
    :: wire[0]?_,_,_,_,_
    :: wire[1]?_,_,_,_,_
    :: len(wire[0]) == 0 && len(wire[1]) == 0 -> break
    od
}

/* A message takes a receive when it arrives, whenever it is handled. 'from' has sent it. */
inline takeReceive(from) {
    PROPERTY(RECEIVE, posted[1 - from] > 0);
    posted[1 - from]--
}

#if WIRE
inline deliver(pType, pFlags, pAck, pLimit, pX) {
    if
    :: !down && !closed[s] -> wire[s]!pType, pFlags, pAck, pLimit, pX
    :: else /* posted into a queue pair that is in its error state */
    fi
}

inline Arrive() {
    wire[s]?mType, mFlags, mAck, mLimit, mX;
    if
    :: closed[other] -> clearWires() /* TCP answers with a reset */
    :: else ->
#if IWARP && !HOSTILE
        PROPERTY(FIRST_WORD, s == 0 || side[0].state != Connecting);
#endif
        takeReceive(s);
        if
        :: mType == Fin -> finsIn[s]++
        :: else
        fi;
        completions[other]!mType, mFlags, mAck, mLimit, mX
    fi
}
#else
/* What arrives sooner needs a receive sooner: nothing is lost when a message arrives as it is sent. */
inline deliver(pType, pFlags, pAck, pLimit, pX) {
    takeReceive(s);
    completions[other]!pType, pFlags, pAck, pLimit, pX
}
#endif

/* RoCE: the queue pair goes to its error state. iWARP: TCP sends on what it has, as long as nothing comes. */
inline letGo() {
    closed[s] = 1;
#if !IWARP
    clearWires()
#endif
}
