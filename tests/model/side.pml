/* SPDX-FileCopyrightText: 2026 The QtRdma authors */
/* SPDX-License-Identifier: MIT */

/* What may happen to side s at any time. */

    :: atomic { len(completions[s]) > 0 && (me.state != Connecting || (s == 1 && me.asked)) -> Receive(); NEXT }
    :: atomic { me.dirty && (me.state == Proving || mayAct) && !gone(s) -> Flush(); NEXT }
    :: atomic { me.held > 0 && mayAct && !gone(s) -> Read(); NEXT }
    :: atomic { mayWrite && me.staged == 0 && takesData && !gone(s) -> Write(); NEXT }
#if WIDEST > WINDOW0 || WIDEST > WINDOW1
    :: atomic { mayAct && me.window < WIDEST && !quiet && me.freed > 0 -> Widen(); NEXT }
#endif
#if NARROWS
    :: atomic { mayAct && untold > 0 && me.window > 1 && !quiet -> Narrow(); NEXT }
#endif
#if PINGS
    :: atomic { (PINGS == 3 || PINGS == s + 1) && mayAct && !quiet && me.mayTalk && canSendPing && !gone(s) ->
        SendPing(); NEXT }
#endif
#if RETURNS
    :: atomic { me.state == Open && !quiet && me.staged == 0 && dataAllowance > FIRST_WINDOW(other) &&
                canReturnCredit ->
        ReturnCredit(); NEXT }
#endif
#if CLOSES
#if WIRE
    :: atomic { !down && len(wire[s]) > 0 -> Arrive(); NEXT }
#endif
    :: atomic { takesData && !quiet && !gone(s) -> HalfClose(); NEXT }
    :: atomic { mayAct && !isClosed && !quiet && !gone(s) -> Close(); NEXT }
    :: atomic { mayAct && me.own == Sent && finMayComplete -> FinCompletes(); NEXT }
    :: atomic { (isLinked || me.state == Failing || (me.state == Connecting && LOSES)) && gone(s) &&
                len(completions[s]) == 0 -> Disconnected(); NEXT }
    :: atomic { me.state == Failing && !gone(s) -> closingTimedOut(); NEXT }
#if ABORTS
    :: atomic { mayAct && me.staged > 0 && !quiet && !gone(s) -> Abort(); NEXT }
#if ABORTS == 1
    :: atomic { (me.state == Connecting || me.state == Proving) && !gone(s) -> AbortEarly(); NEXT }
#endif
#endif
#if LOSS
    :: atomic { isLinked && gone(s) && !me.isFlushed -> flushed(); NEXT }
    :: atomic { mayAct && !gone(s) -> endWith(); NEXT }
#endif
#if DEADLINES
    :: atomic { isBounded && me.state != Failing && len(completions[s]) == 0 -> closingTimedOut(); NEXT }
#endif
#endif
