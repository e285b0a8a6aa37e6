/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* Side s does not have the key of the other. It says what it likes: a few messages of any kind, made of what it knows:
   a key of its own, what it has heard on this connection, and both proofs of an earlier one. */

    byte heard = 0; /* proof */
    byte mine = 0;  /* messages */
    bit offers = 0; /* the feature */
    if
    :: offers = 1
    :: offers = 0
    fi;
#if HOSTILE == 1
    events[1]!Request, offers;
    if
    :: events[0]?Reply, _
    :: events[0]?Reject, _ -> goto end_loop
    fi;
#else
    events[1]?Request, _;
    events[0]!Reply, offers;
#endif
end_loop:
    do
    :: atomic { len(completions[s]) > 0 -> completions[s]?mType, mFlags, _, _, _;
        PROPERTY(PROOF, mType == Auth || mType == Reset || mType == Credit);
        if
        :: mType == Auth && mFlags > 0 -> heard = mFlags
        :: else
        fi }
    :: atomic { len(wire[s]) > 0 && !down -> Arrive(); NEXT }
    :: atomic { mine < 3 && len(wire[s]) == 0 && side[other].state != Ended && !gone(s) ->
        mine++;
        if
        :: mX = 0
        :: mX = 1 + s
        :: mX = OLD
        fi;
        if
        :: mFlags = 0
        :: heard > 0 -> mFlags = heard
        :: mFlags = PROOF_OF(s, 2, (s == 0 -> mX : 1), (s == 0 -> 2 : mX))
        :: mFlags = PROOF_OF(0, 1, OLD, OLD)
        :: mFlags = PROOF_OF(1, 1, OLD, OLD)
        fi;
        if
        :: wire[s]!Auth, mFlags, FIRST, DIST(FIRST_DATA, -1), mX
        :: wire[s]!Data, 0, FIRST, DIST(FIRST_DATA, -1), 0
        :: wire[s]!Fin, 0, FIRST, DIST(FIRST_DATA, -1), 0
        fi }
    od
