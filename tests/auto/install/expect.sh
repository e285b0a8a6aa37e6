#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Tests of what is installed read this.

expect() # WHAT EXPECTED ACTUAL
{
    if [[ $2 != "$3" ]]; then
        echo "FAIL: $1: expected '$2', got '$3'"
        exit 1
    fi
    echo "ok: $1: $3"
}
