// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#ifndef STREAMSETTINGS_P_H
#define STREAMSETTINGS_P_H

#include "streamprotocol_p.h"
#include "../rdmastreamoptions_p.h"

#include "../../connection/connectionsettings_p.h"

namespace QtRdmaPrivate {

// The receives of a stream: its own, or those that the streams of a server share.
enum class Receives : quint8 { Own, Shared };

// How a connection of this format is set up, from the options of its stream.
StreamProtocol::Setup protocolSetup(const StreamOptionsData &options, Receives receives);
void addStreamSettings(const StreamProtocol &protocol, ConnectionSettings *settings);
void addSharedReceives(const std::shared_ptr<SharedReceives> &queue, ConnectionSettings *settings);

} // namespace QtRdmaPrivate

#endif // STREAMSETTINGS_P_H
