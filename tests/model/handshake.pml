/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* From the request to the open stream. A proof is a number made of all that the real one covers: whose it is, the key,
   both challenges. Nobody can make one without the key. Side 0 is the client. */

#define OLD 3 /* a challenge of an earlier connection */
#define PROOF_OF(role, key, ofClient, ofServer) (128 + (role) * 64 + (key) * 16 + (ofClient) * 4 + (ofServer))
#define CHALLENGE(i) (1 + (i))
#define KEY(i) ((i) * KEY1 + (1 - (i)) * KEY0)

/* The proofs are under way: StreamConnection has a StreamAuthentication. */
#define isAuthenticating (KEY(s) > 0 && (me.state == Connecting || me.state == Proving))

inline established() {
    me.dirty = 1;
    linked(KEY(s) > 0)
}

/* --- client --- */

inline Connect() {
    STEP("Connect");
    me.asked = 1;
    events[1]!Request, (KEY0 > 0)
}

inline Rejected() {
    STEP("Rejected");
    events[0]?Reject, _;
    finalize()
}

inline EstablishedClient() {
    events[0]?Reply, mFlags;
    if
#if KEYS
    :: mFlags != (KEY0 > 0) ->
        STEP("NoKey"); /* the server has none */
        letGo();
        finalize()
#endif
    :: else ->
        STEP("Established");
        me.mayTalk = 1;
        me.authDue = (KEY0 > 0);
        established();
#if IWARP && KEY0 == 0
        SendPing()
#endif
    fi
}

/* --- server --- */

inline Accept() {
    events[1]?Request, mFlags;
    if
#if KEYS
    :: mFlags != (KEY1 > 0) ->
        STEP("Refuse");
        events[0]!Reject, 8;
        finalize()
#endif
    :: else ->
        STEP("Accept");
        events[0]!Reply, (KEY1 > 0);
        me.asked = 1
    fi
}

/* Messages may come before this event. */
inline EstablishedServer() {
    STEP("Established");
#if !IWARP
    me.mayTalk = 1;
#endif
    established()
}

/* --- proving: StreamAuthentication, and what StreamConnection does by it --- */

#if KEYS
inline authenticate() {
    if
    :: isAuthenticating && me.authDue && me.mayTalk && canSendAuth ->
        STEP("SendAuth");
        me.authDue = 0;
        if
        :: s == 0 && me.peerHasKey ->
            sendControl(Auth, PROOF_OF(0, KEY(s), CHALLENGE(0), me.challenge), 0);
            proved()
        :: s == 0 && !me.peerHasKey -> sendControl(Auth, 0, CHALLENGE(0))
        :: s == 1 -> sendControl(Auth, PROOF_OF(1, KEY(s), me.challenge, CHALLENGE(1)), CHALLENGE(1))
        fi
    :: else
    fi
}

inline hasKey() {
    STEP("HasKey");
    PROPERTY(SAME_KEY, KEY(s) == KEY(other) && !HOSTILE);
    me.peerHasKey = 1
}

inline deny() {
    STEP("Deny");
    resetPeer(3)
}

inline ReceiveAuth() {
    if
    :: !isAuthenticating -> skip /* nobody looks at it any more */
    :: isAuthenticating && me.peerHasKey -> deny()
    :: isAuthenticating && !me.peerHasKey && s == 0 && mX > 0 && mFlags == PROOF_OF(1, KEY(s), CHALLENGE(0), mX) ->
        me.challenge = mX;
        me.authDue = 1;
        hasKey()
    :: isAuthenticating && !me.peerHasKey && s == 1 && me.challenge == 0 && mX > 0 && mFlags == 0 ->
        STEP("Challenge");
        me.challenge = mX;
        me.authDue = 1
    :: isAuthenticating && !me.peerHasKey && s == 1 && me.challenge > 0 &&
       mFlags == PROOF_OF(0, KEY(s), me.challenge, CHALLENGE(1)) ->
        hasKey();
        proved()
    :: else -> deny()
    fi
}
#endif

/* A side that goes before the stream is open. */
inline AbortEarly() {
    STEP("AbortEarly");
    if
    :: me.state == Proving || (s == 1 && me.asked) -> letGo()
    :: else -> down = 1
    fi;
    finalize()
}
