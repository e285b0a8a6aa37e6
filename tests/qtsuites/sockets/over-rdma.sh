#!/bin/bash
# SPDX-FileCopyrightText: 2026 The QtRdma authors
# SPDX-License-Identifier: MIT

# Runs compare.py over RDMA, inside the lab: over-rdma.sh rxe|siw COMPARE INHERENT OVER_QT OVER_OURS [FUNCTION...]
set -euo pipefail

provider=$1 compare=$2 inherent=$3
shift 3
address=QTRDMA_${provider^^}_ADDRESS
export QTSUITES_RDMA_ADDRESS=${!address}
exec "$compare" "$inherent,$(dirname "$compare")/inherent-over-rdma.txt" "$@"
