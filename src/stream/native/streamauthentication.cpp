// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

#include "streamauthentication_p.h"

#include <QtCore/qcryptographichash.h>
#include <QtCore/qrandom.h>
#include <QtCore/qstringbuilder.h>

#include <cstring>

namespace QtRdmaPrivate {

namespace {

constexpr int ChallengeSize = 32;
constexpr int ProofSize = 32; // SHA-256
constexpr qsizetype BlockSize = 64; // the same

QByteArray newChallenge()
{
    quint32 words[ChallengeSize / sizeof(quint32)];
    QRandomGenerator::system()->fillRange(words);
    return QByteArray(reinterpret_cast<const char *>(words), ChallengeSize);
}

// Takes a time that does not reveal how many bytes were equal.
bool equal(const QByteArray &a, const QByteArray &b)
{
    if (a.size() != b.size())
        return false;
    uchar difference = 0;
    for (qsizetype i = 0; i < a.size(); ++i)
        difference |= uchar(a.at(i)) ^ uchar(b.at(i));
    return difference == 0;
}

QByteArray hashedWithPad(char pad, const QByteArray &key, const QByteArray &message)
{
    char block[BlockSize];
    for (qsizetype i = 0; i < BlockSize; ++i)
        block[i] = char(pad ^ (i < key.size() ? key.at(i) : 0));
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(block, BlockSize));
    ::explicit_bzero(block, BlockSize);
    hash.addData(message);
    return hash.result();
}

// HMAC-SHA256 (RFC 2104). QMessageAuthenticationCode computes the same, and leaves copies of the
// key in memory that it has freed.
QByteArray authenticated(const QByteArray &message, const QByteArray &key)
{
    if (key.size() <= BlockSize)
        return hashedWithPad(0x5c, key, hashedWithPad(0x36, key, message));
    // The hash of a long key is as good as the key.
    QByteArray hash = QCryptographicHash::hash(key, QCryptographicHash::Sha256);
    QByteArray result = authenticated(message, hash);
    ::explicit_bzero(hash.data(), size_t(hash.size()));
    return result;
}

} // namespace

StreamAuthentication::StreamAuthentication(Role role, const QByteArray &key,
                                           const QByteArray &request, const QByteArray &reply)
    : m_role(role)
    , m_key(key)
    , m_handshakes(request + reply)
{
    if (role == Role::Client)
        m_message = m_clientChallenge = newChallenge();
}

// The name of the role is a part of the proof, so a proof of one side is useless when it is sent
// back.
QByteArray StreamAuthentication::proof(Role role) const
{
    const QByteArray who = role == Role::Client ? "QtRdmaS1 client" : "QtRdmaS1 server";
    const QByteArray message = who + m_clientChallenge + m_serverChallenge + m_handshakes;
    return authenticated(message, m_key);
}

bool StreamAuthentication::received(const QByteArray &message)
{
    if (m_peerHasKey)
        return false;
    if (m_role == Role::Client) {
        if (message.size() != ChallengeSize + ProofSize)
            return false;
        m_serverChallenge = message.first(ChallengeSize);
        m_peerHasKey = equal(message.last(ProofSize), proof(Role::Server));
        if (m_peerHasKey)
            m_message = proof(Role::Client);
        return m_peerHasKey;
    }
    if (m_clientChallenge.isEmpty()) {
        if (message.size() != ChallengeSize)
            return false;
        m_clientChallenge = message;
        m_serverChallenge = newChallenge();
        m_message = m_serverChallenge + proof(Role::Server);
        return true;
    }
    m_peerHasKey = equal(message, proof(Role::Client));
    return m_peerHasKey;
}

} // namespace QtRdmaPrivate
