<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Agent</name>
    <message>
        <source>Viewers can connect to port %1</source>
        <translation>Betrachter können sich mit Port %1 verbinden</translation>
    </message>
</context>
<context>
    <name>Alarm</name>
    <message>
        <source>It should stay zero.</source>
        <translation>Er sollte null bleiben.</translation>
    </message>
    <message>
        <source>%1 +%2</source>
        <translation>%1 +%2</translation>
    </message>
    <message>
        <source>%1 (%2 times)</source>
        <translation>%1 (%2-mal)</translation>
    </message>
    <message>
        <source>since %1, last at %2</source>
        <translation>seit %1, zuletzt um %2</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>%1, %2 now</source>
        <translation>%1, jetzt %2</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>Hide this until it happens again</source>
        <translation>Ausblenden, bis es wieder geschieht</translation>
    </message>
</context>
<context>
    <name>AlarmList</name>
    <message>
        <source>The device is gone</source>
        <translation>Das Gerät ist verschwunden</translation>
    </message>
    <message>
        <source>The port went down: %1</source>
        <translation>Der Port fiel aus: %1</translation>
    </message>
</context>
<context>
    <name>AlarmMark</name>
    <message>
        <source>1 alarm</source>
        <translation>1 Alarm</translation>
    </message>
    <message>
        <source>%1 alarms</source>
        <translation>%1 Alarme</translation>
    </message>
</context>
<context>
    <name>AlarmsPage</name>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>active</source>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>quiet</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>seen</source>
        <translation>gesehen</translation>
    </message>
    <message>
        <source>Acknowledge</source>
        <translation>Bestätigen</translation>
    </message>
    <message>
        <source>The selected alarms are quiet until they happen again (A)</source>
        <translation>Die gewählten Alarme schweigen, bis sie wieder geschehen (A)</translation>
    </message>
    <message>
        <source>Acknowledge all</source>
        <translation>Alle bestätigen</translation>
    </message>
    <message>
        <source>Shift+A</source>
        <translation>Umschalt+A</translation>
    </message>
    <message>
        <source>Thresholds…</source>
        <translation>Schwellen…</translation>
    </message>
    <message>
        <source>From which rate on a counter raises an alarm</source>
        <translation>Ab welcher Rate ein Zähler einen Alarm auslöst</translation>
    </message>
    <message>
        <source>No alarms</source>
        <translation>Keine Alarme</translation>
    </message>
    <message>
        <source>Counters that should stay zero and move, ports that go down, and devices that vanish will be here. Enter opens the port.</source>
        <translation>Hier erscheinen Zähler, die null bleiben sollten und sich bewegen, Ports, die ausfallen, und Geräte, die verschwinden. Die Eingabetaste öffnet den Port.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Alarm</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>A name needs at least one character</source>
        <translation>Ein Name braucht mindestens ein Zeichen</translation>
    </message>
    <message>
        <source>A name has at most %1 characters</source>
        <translation>Ein Name hat höchstens %1 Zeichen</translation>
    </message>
    <message>
        <source>A name is made of letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;</source>
        <translation>Ein Name besteht aus Buchstaben, Ziffern, „-“, „_“ und „.“</translation>
    </message>
</context>
<context>
    <name>ChatClient</name>
    <message>
        <source>A relay looks like host, host:port or [IPv6]:port</source>
        <translation>Ein Relay hat die Form Rechner, Rechner:Port oder [IPv6]:Port</translation>
    </message>
    <message>
        <source>Not connected, so this was not sent</source>
        <translation>Nicht verbunden, also wurde dies nicht gesendet</translation>
    </message>
</context>
<context>
    <name>Choice</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>Chooser</name>
    <message>
        <source>The file to send</source>
        <translation>Die zu sendende Datei</translation>
    </message>
    <message>
        <source>The directory for what comes</source>
        <translation>Das Verzeichnis für ankommende Dateien</translation>
    </message>
</context>
<context>
    <name>Client</name>
    <message>
        <source>The relay sent %1</source>
        <translation>Das Relay sendete %1</translation>
    </message>
    <message>
        <source>no answer, so this is perhaps no relay</source>
        <translation>keine Antwort; vielleicht ist dies kein Relay</translation>
    </message>
    <message>
        <source>The name %1 is taken; choose another</source>
        <translation>Der Name %1 ist vergeben; wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>The room is full</source>
        <translation>Der Raum ist voll</translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2</source>
        <translation>Keine Verbindung mit %1: %2</translation>
    </message>
    <message>
        <source>the relay hung up</source>
        <translation>das Relay hat die Verbindung beendet</translation>
    </message>
    <message>
        <source>Not connected, so this was not sent</source>
        <translation>Nicht verbunden, also wurde dies nicht gesendet</translation>
    </message>
    <message>
        <source>A line has at most %1 characters</source>
        <translation>Eine Zeile hat höchstens %1 Zeichen</translation>
    </message>
    <message>
        <source>Cannot send %1: %2</source>
        <translation>%1 kann nicht gesendet werden: %2</translation>
    </message>
    <message>
        <source>Sent %1</source>
        <translation>%1 gesendet</translation>
    </message>
    <message>
        <source>Sent %1, verified by %2</source>
        <translation>%1 gesendet, geprüft von %2</translation>
    </message>
    <message>
        <source>Sent %1, not received by %2</source>
        <translation>%1 gesendet, nicht empfangen von %2</translation>
    </message>
    <message>
        <source>Sent %1, verified by %2, not received by %3</source>
        <translation>%1 gesendet, geprüft von %2, nicht empfangen von %3</translation>
    </message>
    <message>
        <source>Sending %1 (%2) to %3</source>
        <translation>%1 (%2) wird an %3 gesendet</translation>
    </message>
    <message>
        <source>Sending %1 failed: %2</source>
        <translation>Senden von %1 fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>%1 (%2) from %3</source>
        <translation>%1 (%2) von %3</translation>
    </message>
    <message>
        <source>Declined %1</source>
        <translation>%1 abgelehnt</translation>
    </message>
    <message>
        <source>Receiving %1</source>
        <translation>%1 wird empfangen</translation>
    </message>
    <message>
        <source>Cannot store %1: %2</source>
        <translation>%1 kann nicht gespeichert werden: %2</translation>
    </message>
    <message>
        <source>Receiving %1 failed: %2</source>
        <translation>Empfangen von %1 fehlgeschlagen: %2</translation>
    </message>
    <message>
        <source>Received %1, SHA-256 verified: %2</source>
        <translation>%1 empfangen, SHA-256 geprüft: %2</translation>
    </message>
    <message>
        <source>%1 was not sent: %2</source>
        <translation>%1 wurde nicht gesendet: %2</translation>
    </message>
    <message>
        <source>%1 will not come: %2</source>
        <translation>%1 wird nicht kommen: %2</translation>
    </message>
    <message>
        <source>%1 was not sent: the connection was lost</source>
        <translation>%1 wurde nicht gesendet: die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>%1 will not come: the connection was lost</source>
        <translation>%1 wird nicht kommen: die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>Offering %1 (%2)</source>
        <translation>%1 (%2) wird angeboten</translation>
    </message>
</context>
<context>
    <name>Cluster</name>
    <message>
        <source>%1 packets/s</source>
        <translation>%1 Pakete/s</translation>
    </message>
    <message>
        <source>Its drivers count no traffic</source>
        <translation>Seine Treiber zählen keinen Verkehr</translation>
    </message>
</context>
<context>
    <name>ClusterPage</name>
    <message>
        <source>Hosts</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>%1 of %2 hosts are live</source>
        <translation>%1 von %2 Rechnern sind live</translation>
    </message>
    <message>
        <source>No port has “%1” in it</source>
        <translation>Kein Port enthält „%1“</translation>
    </message>
    <message>
        <source>No host has told of a port yet</source>
        <translation>Noch hat kein Rechner einen Port gemeldet</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>%1, old</source>
        <translation>%1, alt</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>%1/s</source>
        <translation>%1/s</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Last</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Errors/s</source>
        <translation>Fehler/s</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>ConnectionList</name>
    <message>
        <source>Connections of this program</source>
        <translation>Verbindungen dieses Programms</translation>
    </message>
</context>
<context>
    <name>ConnectionView</name>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Sent %1 in %2 messages, %3/s. Received %4 in %5, %6/s.</source>
        <translation>Gesendet: %1 in %2 Nachrichten, %3/s. Empfangen: %4 in %5, %6/s.</translation>
    </message>
    <message>
        <source>In flight %1 · credit %2 · round trip %3 · receiver not ready %4 · flushed %5</source>
        <translation>Unterwegs %1 · Kredit %2 · Umlaufzeit %3 · Empfänger nicht bereit %4 · verworfen %5</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 over %2, %3</source>
        <translation>%1 über %2, %3</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Queue pair</source>
        <translation>Queue Pair</translation>
    </message>
    <message>
        <source>unconnected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>looking up the host</source>
        <translation>sucht den Rechner</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet sich</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>lauscht</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>schließt</translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>No connections</source>
        <translation>Keine Verbindungen</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>connected?</source>
        <translation>verbunden?</translation>
    </message>
    <message>
        <source>QP</source>
        <translation>QP</translation>
    </message>
    <message>
        <source>Remote QP</source>
        <translation>Entf. QP</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Lokal</translation>
    </message>
    <message>
        <source>Those of other users are told to root only.</source>
        <translation>Die anderer Benutzer sieht nur root.</translation>
    </message>
    <message>
        <source>↑ %1  ↓ %2</source>
        <translation>↑ %1  ↓ %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Enter or a double click shows what a process has.</source>
        <translation>Enter oder Doppelklick zeigt die Objekte.</translation>
    </message>
    <message>
        <source>No process has a queue pair or a connection identifier. %1</source>
        <translation>Kein Prozess hat ein Queue Pair oder eine Verbindungs-ID. %1</translation>
    </message>
    <message>
        <source>Remote</source>
        <translation>Gegenstelle</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Verkehr</translation>
    </message>
    <message>
        <source>No processes</source>
        <translation>Keine Prozesse</translation>
    </message>
    <message>
        <source>No process has RDMA objects. %1</source>
        <translation>Kein Prozess hat RDMA-Objekte. %1</translation>
    </message>
    <message>
        <source>Locked</source>
        <translation>Gesperrt</translation>
    </message>
    <message>
        <source>Regions</source>
        <translation>Regionen</translation>
    </message>
    <message>
        <source>CQs</source>
        <translation>CQs</translation>
    </message>
    <message>
        <source>PDs</source>
        <translation>PDs</translation>
    </message>
    <message>
        <source>Ids</source>
        <translation>IDs</translation>
    </message>
    <message>
        <source>SRQs</source>
        <translation>SRQs</translation>
    </message>
    <message>
        <source>Contexts</source>
        <translation>Kontexte</translation>
    </message>
    <message>
        <source>No limits</source>
        <translation>Keine Grenzen</translation>
    </message>
    <message>
        <source>They are those of devices that can be opened.</source>
        <translation>Nur Geräte, die sich öffnen lassen, geben sie an.</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>the kernel does not tell it</source>
        <translation>der Kernel gibt es nicht an</translation>
    </message>
    <message>
        <source>QPs</source>
        <translation>QPs</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>Console</name>
    <message>
        <source>/msg NAME TEXT    say something to one person
/who              who is here
/send FILE        send a file to all
/send FILE NAME   send a file to one person (quote a FILE with spaces)
/quit             leave; ^D does the same
//text            say something that begins with a slash</source>
        <translation>/msg NAME TEXT    einer Person etwas sagen
/who              wer hier ist
/send DATEI       eine Datei an alle senden
/send DATEI NAME  eine Datei an eine Person senden (eine DATEI mit Leerzeichen in Anführungszeichen)
/quit             gehen; ^D tut dasselbe
//text            etwas sagen, das mit einem Schrägstrich beginnt</translation>
    </message>
    <message>
        <source>* Connected %1</source>
        <translation>* Verbunden %1</translation>
    </message>
    <message>
        <source>* Connected again as %1; here: %2</source>
        <translation>* Wieder verbunden als %1; hier: %2</translation>
    </message>
    <message>
        <source>* You are %1; here: %2</source>
        <translation>* Sie sind %1; hier: %2</translation>
    </message>
    <message>
        <source>(earlier) %1: %2</source>
        <translation>(früher) %1: %2</translation>
    </message>
    <message>
        <source>you</source>
        <translation>Sie</translation>
    </message>
    <message>
        <source>* %1 joined</source>
        <translation>* %1 ist gekommen</translation>
    </message>
    <message>
        <source>* %1 left</source>
        <translation>* %1 ist gegangen</translation>
    </message>
    <message>
        <source>* %1 left (%2)</source>
        <translation>* %1 ist gegangen (%2)</translation>
    </message>
    <message>
        <source>* Here: %1</source>
        <translation>* Hier: %1</translation>
    </message>
    <message>
        <source>! The relay is gone; trying again in %1 s</source>
        <translation>! Das Relay ist weg; neuer Versuch in %1 s</translation>
    </message>
    <message>
        <source>! The relay is gone (%1); trying again in %2 s</source>
        <translation>! Das Relay ist weg (%1); neuer Versuch in %2 s</translation>
    </message>
    <message>
        <source>* Leaving when the files are sent (^C: now)</source>
        <translation>* Ende, sobald die Dateien gesendet sind (^C: sofort)</translation>
    </message>
    <message>
        <source>! Unknown or incomplete: /%1 (/help tells what there is)</source>
        <translation>! Unbekannt oder unvollständig: /%1 (/help zeigt, was es gibt)</translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1 an %2</translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation>%1 ist gekommen</translation>
    </message>
    <message>
        <source>%1 left: %2</source>
        <translation>%1 ist gegangen: %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>The connection was lost: %1. Connecting again in %2 s</source>
        <translation>Die Verbindung ging verloren: %1. Neuer Versuch in %2 s</translation>
    </message>
    <message>
        <source>The connection was lost. Connecting again in %1 s</source>
        <translation>Die Verbindung ging verloren. Neuer Versuch in %1 s</translation>
    </message>
    <message>
        <source>%1. Take it?</source>
        <translation>%1. Annehmen?</translation>
    </message>
    <message>
        <source>You are in the room as %1</source>
        <translation>Sie sind als %1 im Raum</translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message>
        <source>Nothing here</source>
        <translation>Hier ist nichts</translation>
    </message>
    <message>
        <source>Sort by %1</source>
        <translation>Nach %1 sortieren</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>No row has “%1” in it</source>
        <translation>Keine Zeile enthält „%1“</translation>
    </message>
</context>
<context>
    <name>DeviceCard</name>
    <message>
        <source>Firmware</source>
        <translation>Firmware</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>GUID</source>
        <translation>GUID</translation>
    </message>
    <message>
        <source>%1, software</source>
        <translation>%1, Software</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Nutzbar</translation>
    </message>
    <message>
        <source>Not usable</source>
        <translation>Nicht nutzbar</translation>
    </message>
</context>
<context>
    <name>DevicesPage</name>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>No device has “%1” in it</source>
        <translation>Kein Gerät enthält „%1“</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
    <message>
        <source>usable</source>
        <translation>nutzbar</translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation>Noch ist nichts geschehen</translation>
    </message>
    <message>
        <source>Devices that come and go, links, connections, and counters that should stay zero will be here with their time.</source>
        <translation>Hier erscheinen mit ihrer Zeit Geräte, die kommen und gehen, Links, Verbindungen und Zähler, die null bleiben sollten.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Export %1 rows</source>
        <translation>%1 Zeilen exportieren</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File name, which ends with .csv or .json</source>
        <translation>Dateiname, der auf .csv oder .json endet</translation>
    </message>
    <message>
        <source>Selected rows only</source>
        <translation>Nur gewählte Zeilen</translation>
    </message>
    <message>
        <source>Selected row only</source>
        <translation>Nur die gewählte Zeile</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message>
        <source>%1: a name ends with .csv or .json, which says the format</source>
        <translation>%1: der Name muss auf .csv oder .json enden; das bestimmt das Format</translation>
    </message>
</context>
<context>
    <name>FileReader</name>
    <message>
        <source>The file has become shorter</source>
        <translation>Die Datei wurde kürzer</translation>
    </message>
    <message>
        <source>It is not a plain file</source>
        <translation>Das ist keine gewöhnliche Datei</translation>
    </message>
</context>
<context>
    <name>FileWriter</name>
    <message>
        <source>The size makes no sense</source>
        <translation>Die Größe ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>There is no room for it</source>
        <translation>Dafür ist kein Platz</translation>
    </message>
    <message>
        <source>No file is open</source>
        <translation>Keine Datei ist offen</translation>
    </message>
    <message>
        <source>More has come than was announced</source>
        <translation>Es kam mehr als angekündigt</translation>
    </message>
    <message>
        <source>Less has come than was announced</source>
        <translation>Es kam weniger als angekündigt</translation>
    </message>
    <message>
        <source>The hash is another one: it was damaged on its way</source>
        <translation>Der Hash stimmt nicht: die Datei wurde unterwegs beschädigt</translation>
    </message>
</context>
<context>
    <name>GidsPage</name>
    <message>
        <source>GIDs</source>
        <translation>GIDs</translation>
    </message>
    <message>
        <source>No GIDs</source>
        <translation>Keine GIDs</translation>
    </message>
    <message>
        <source>A port has them as soon as its network interface has an address.</source>
        <translation>Ein Port hat sie, sobald seine Netzwerkschnittstelle eine Adresse hat.</translation>
    </message>
    <message>
        <source>Copied the index %1</source>
        <translation>Index %1 kopiert</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Nutzbar</translation>
    </message>
    <message>
        <source>✓ yes</source>
        <translation>✓ ja</translation>
    </message>
    <message>
        <source>– no</source>
        <translation>– nein</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>GID</source>
        <translation>GID</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>IPv4</source>
        <translation>IPv4</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>Schnittstelle</translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>%1 Hz</source>
        <translation>%1 Hz</translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation>Messungen je Sekunde</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Export</translation>
    </message>
    <message>
        <source>Save this page as CSV or JSON (Ctrl+E)</source>
        <translation>Diese Seite als CSV oder JSON speichern (Strg+E)</translation>
    </message>
    <message>
        <source>Colours: %1 (Ctrl+T)</source>
        <translation>Farben: %1 (Strg+T)</translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation>Farben: %1</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter (Ctrl+F)</source>
        <translation>Filter (Strg+F)</translation>
    </message>
</context>
<context>
    <name>HostFeed</name>
    <message>
        <source>it tells nothing any more</source>
        <translation>er meldet nichts mehr</translation>
    </message>
    <message>
        <source>the agent has closed the connection</source>
        <translation>der Agent hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>ssh has ended</source>
        <translation>ssh wurde beendet</translation>
    </message>
    <message>
        <source>it sends more than can be shown</source>
        <translation>er sendet mehr, als gezeigt werden kann</translation>
    </message>
    <message>
        <source>Connecting</source>
        <translation>Verbindet</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>Lost since %1: %2</source>
        <translation>Verloren seit %1: %2</translation>
    </message>
    <message>
        <source>No connection: %1</source>
        <translation>Keine Verbindung: %1</translation>
    </message>
    <message>
        <source>Another version: %1</source>
        <translation>Andere Version: %1</translation>
    </message>
</context>
<context>
    <name>HostName</name>
    <message>
        <source>Cannot find the address of %1: %2</source>
        <translation>Die Adresse von %1 ist nicht zu finden: %2</translation>
    </message>
</context>
<context>
    <name>HostTile</name>
    <message>
        <source>Its clock is %1 s ahead</source>
        <translation>Seine Uhr geht %1 s vor</translation>
    </message>
    <message>
        <source>Its clock is %1 s behind</source>
        <translation>Seine Uhr geht %1 s nach</translation>
    </message>
    <message>
        <source>Ports: %1</source>
        <translation>Ports: %1</translation>
    </message>
    <message>
        <source>Skipped samples: %1</source>
        <translation>Ausgelassene Messungen: %1</translation>
    </message>
    <message>
        <source>Bad ports: %1 of %2</source>
        <translation>Fehlerhafte Ports: %1 von %2</translation>
    </message>
</context>
<context>
    <name>Incoming</name>
    <message>
        <source>The sender has gone</source>
        <translation>Der Sender ist weg</translation>
    </message>
    <message>
        <source>This is no sender of files</source>
        <translation>Dies ist kein Sender von Dateien</translation>
    </message>
    <message>
        <source>Stored, and the hash is right</source>
        <translation>Gespeichert, und der Hash stimmt</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>Declined</source>
        <translation>Abgelehnt</translation>
    </message>
</context>
<context>
    <name>IncomingFile</name>
    <message>
        <source>More arrived than was offered</source>
        <translation>Es kam mehr an als angeboten</translation>
    </message>
    <message>
        <source>Less arrived than was offered</source>
        <translation>Es kam weniger an als angeboten</translation>
    </message>
    <message>
        <source>The SHA-256 differs from the sender&apos;s</source>
        <translation>Der SHA-256 ist ein anderer als der des Senders</translation>
    </message>
</context>
<context>
    <name>KeyValue::Client</name>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>no such key</source>
        <translation>kein solcher Schlüssel</translation>
    </message>
    <message>
        <source>the store is full</source>
        <translation>der Speicher ist voll</translation>
    </message>
    <message>
        <source>malformed</source>
        <translation>fehlerhaft</translation>
    </message>
    <message>
        <source>the server could not write it to its disk</source>
        <translation>der Server konnte es nicht auf seinen Datenträger schreiben</translation>
    </message>
    <message>
        <source>another change was first</source>
        <translation>eine andere Änderung kam zuvor</translation>
    </message>
    <message>
        <source>the value changes faster than it can be read; try again</source>
        <translation>der Wert ändert sich schneller, als er gelesen werden kann; versuchen Sie es erneut</translation>
    </message>
    <message>
        <source>the connection ended</source>
        <translation>die Verbindung endete</translation>
    </message>
    <message>
        <source>a key has 1 to %1 bytes, a value up to %2</source>
        <translation>ein Schlüssel hat 1 bis %1 Bytes, ein Wert bis zu %2</translation>
    </message>
    <message>
        <source>status %1</source>
        <translation>Status %1</translation>
    </message>
    <message>
        <source>The server refuses this client: %1</source>
        <translation>Der Server lehnt diesen Client ab: %1</translation>
    </message>
    <message>
        <source>The server is gone</source>
        <translation>Der Server ist weg</translation>
    </message>
    <message>
        <source>The server sent something else than a message</source>
        <translation>Der Server sendete etwas anderes als eine Nachricht</translation>
    </message>
    <message>
        <source>The server says: %1</source>
        <translation>Der Server meldet: %1</translation>
    </message>
    <message>
        <source>The server sent a message of a client</source>
        <translation>Der Server sendete eine Nachricht eines Clients</translation>
    </message>
    <message>
        <source>The server said welcome twice</source>
        <translation>Der Server begrüßte zweimal</translation>
    </message>
    <message>
        <source>The server&apos;s limits make no sense</source>
        <translation>Die Grenzen des Servers ergeben keinen Sinn</translation>
    </message>
    <message>
        <source>The server&apos;s layout makes no sense</source>
        <translation>Die Aufteilung des Servers ergibt keinen Sinn</translation>
    </message>
    <message>
        <source>The server answered what was not asked</source>
        <translation>Der Server antwortete auf etwas, das nicht gefragt war</translation>
    </message>
    <message>
        <source>The server&apos;s slot is too long</source>
        <translation>Der Platz des Servers ist zu lang</translation>
    </message>
</context>
<context>
    <name>KeyValue::Command</name>
    <message>
        <source>A command is %1</source>
        <translation>Ein Befehl ist %1</translation>
    </message>
    <message>
        <source>%1 takes no option --%2</source>
        <translation>%1 hat keine Option --%2</translation>
    </message>
    <message>
        <source>bench wants a count of 1 to %1 and a size of 0 to %2</source>
        <translation>bench braucht eine Anzahl von 1 bis %1 und eine Größe von 0 bis %2</translation>
    </message>
    <message>
        <source>%1 wants either a value or --file</source>
        <translation>%1 braucht entweder einen Wert oder --file</translation>
    </message>
    <message>
        <source>cas wants --expect with a version, as the command version prints it, or ABSENT</source>
        <translation>cas braucht --expect mit einer Version, wie der Befehl version sie ausgibt, oder ABSENT</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1 is too large: a value has up to %2 bytes</source>
        <translation>%1 ist zu groß: ein Wert hat bis zu %2 Bytes</translation>
    </message>
    <message>
        <source>Cannot write the value to the standard output</source>
        <translation>Der Wert kann nicht in die Standardausgabe geschrieben werden</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Cannot write the version to the standard output</source>
        <translation>Die Version kann nicht in die Standardausgabe geschrieben werden</translation>
    </message>
    <message>
        <source>%1: there is no such key now</source>
        <translation>%1: diesen Schlüssel gibt es jetzt nicht</translation>
    </message>
    <message>
        <source>%1: the version is %2 now</source>
        <translation>%1: die Version ist jetzt %2</translation>
    </message>
    <message>
        <source>Cannot write the list to the standard output</source>
        <translation>Die Liste kann nicht in die Standardausgabe geschrieben werden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 exists; --overwrite replaces it</source>
        <translation>%1 gibt es schon; --overwrite ersetzt die Datei</translation>
    </message>
</context>
<context>
    <name>KeyValue::Database</name>
    <message>
        <source>%1: another process uses this database. Stop it, or name another file</source>
        <translation>%1: ein anderer Prozess verwendet diese Datenbank. Beenden Sie ihn, oder nennen Sie eine andere Datei</translation>
    </message>
    <message>
        <source>%1: an entry does not fit into the store; give it more --memory</source>
        <translation>%1: ein Eintrag passt nicht in den Speicher; geben Sie ihm mehr --memory</translation>
    </message>
    <message>
        <source>This program was built without Qt Sql, which --database needs</source>
        <translation>Dieses Programm wurde ohne Qt Sql gebaut, das --database braucht</translation>
    </message>
</context>
<context>
    <name>KeyValue::Server</name>
    <message>
        <source>The data are in %1 and %1-wal together, not in one file: %2</source>
        <translation>Die Daten liegen in %1 und %1-wal zusammen, nicht in einer Datei: %2</translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message>
        <source>Connected %1</source>
        <translation>Verbunden %1</translation>
    </message>
    <message>
        <source>Listening on %1, port %2, %3</source>
        <translation>Lauscht auf %1, Port %2, %3</translation>
    </message>
    <message>
        <source>A file</source>
        <translation>Eine Datei</translation>
    </message>
    <message>
        <source>%1 from %2 %3</source>
        <translation>%1 von %2 %3</translation>
    </message>
    <message>
        <source>%1: %2 %, %3 MB/s</source>
        <translation>%1: %2 %, %3 MB/s</translation>
    </message>
    <message>
        <source>Somebody there is asked whether to take it</source>
        <translation>Dort wird jemand gefragt, ob die Datei angenommen wird</translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Changed (UTC)</source>
        <translation>Geändert (UTC)</translation>
    </message>
</context>
<context>
    <name>LossNote</name>
    <message>
        <source>%1: %2. All that is shown here is older.</source>
        <translation>%1: %2. Alles, was hier steht, ist älter.</translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>Chat over RDMA: %1</source>
        <translation>Chat über RDMA: %1</translation>
    </message>
    <message>
        <source>Chat over RDMA</source>
        <translation>Chat über RDMA</translation>
    </message>
    <message>
        <source>Relay: host or host:port</source>
        <translation>Relay: Rechner oder Rechner:Port</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>&amp;Join</source>
        <translation>Bei&amp;treten</translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation>Wartet…</translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation>Verbindet…</translation>
    </message>
    <message>
        <source>In the room (%1)</source>
        <translation>Im Raum (%1)</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation>Nicht verbunden</translation>
    </message>
    <message>
        <source>To %1 only:</source>
        <translation>Nur an %1:</translation>
    </message>
    <message>
        <source>Esc: to all again</source>
        <translation>Esc: wieder an alle</translation>
    </message>
    <message>
        <source>To all; drop a file here to send it</source>
        <translation>An alle; Datei zum Senden hier ablegen</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>&amp;Datei…</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>Du&amp;nkel</translation>
    </message>
    <message>
        <source>Files over RDMA</source>
        <translation>Dateien über RDMA</translation>
    </message>
    <message>
        <source>Send a file</source>
        <translation>Datei senden</translation>
    </message>
    <message>
        <source>&amp;Connections</source>
        <translation>&amp;Verbindungen</translation>
    </message>
    <message>
        <source>A file: its path, or drop it here</source>
        <translation>Datei: Pfad, oder hier ablegen</translation>
    </message>
    <message>
        <source>To: host</source>
        <translation>An: Rechner</translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation>&amp;Senden</translation>
    </message>
    <message>
        <source>Take files</source>
        <translation>Dateien annehmen</translation>
    </message>
    <message>
        <source>Address of this machine; empty for all</source>
        <translation>Adresse dieses Rechners; leer: alle</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>&amp;Listen</source>
        <translation>&amp;Lauschen</translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation>Lauscht nicht</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>GIDs</source>
        <translation>GIDs</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>The recording is over. Space shows it again.</source>
        <translation>Die Aufzeichnung ist zu Ende. Die Leertaste zeigt sie noch einmal.</translation>
    </message>
    <message>
        <source>Replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>Live</translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation>%1, angehalten</translation>
    </message>
    <message>
        <source>RDMA Monitor</source>
        <translation>RDMA-Monitor</translation>
    </message>
    <message>
        <source>(%1) %2</source>
        <translation>(%1) %2</translation>
    </message>
    <message>
        <source>A room is open on %1, port %2</source>
        <translation>Ein Raum ist offen auf %1, Port %2</translation>
    </message>
    <message>
        <source>The file to send</source>
        <translation>Die zu sendende Datei</translation>
    </message>
    <message>
        <source>Another name</source>
        <translation>Ein anderer Name</translation>
    </message>
    <message>
        <source>&amp;Room…</source>
        <translation>&amp;Raum…</translation>
    </message>
    <message>
        <source>A room on this address of this machine; empty for all</source>
        <translation>Raum auf dieser Adresse des Rechners; leer: alle</translation>
    </message>
    <message>
        <source>Port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>C&amp;lose the room</source>
        <translation>Raum &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Open a room</source>
        <translation>Raum ö&amp;ffnen</translation>
    </message>
    <message numerus="yes">
        <source>%n unread message(s)</source>
        <translation>
            <numerusform>%n ungelesene Nachricht</numerusform>
            <numerusform>%n ungelesene Nachrichten</numerusform>
        </translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>&amp;Umbenennen…</translation>
    </message>
    <message>
        <source>Lea&amp;ve</source>
        <translation>&amp;Verlassen</translation>
    </message>
    <message>
        <source>Li&amp;ght</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Durchsuchen…</translation>
    </message>
    <message>
        <source>Files go to</source>
        <translation>Dateien kommen nach</translation>
    </message>
    <message>
        <source>A directory</source>
        <translation>Ein Verzeichnis</translation>
    </message>
    <message>
        <source>C&amp;hoose…</source>
        <translation>&amp;Wählen…</translation>
    </message>
    <message>
        <source>Ask before a file is taken</source>
        <translation>Vor dem Annehmen fragen</translation>
    </message>
    <message>
        <source>Listening on %1, port %2</source>
        <translation>Lauscht auf %1, Port %2</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Replay of %1</source>
        <translation>Wiedergabe von %1</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Replay, followed</source>
        <translation>Wiedergabe, fortlaufend</translation>
    </message>
</context>
<context>
    <name>MessageRow</name>
    <message>
        <source>Take it</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Ablehnen</translation>
    </message>
</context>
<context>
    <name>Monitor</name>
    <message>
        <source>Serving http://%1/metrics</source>
        <translation>Bereit unter http://%1/metrics</translation>
    </message>
    <message>
        <source>The recording is over; its last sample is served.</source>
        <translation>Die Aufzeichnung ist zu Ende; ausgegeben wird ihre letzte Messung.</translation>
    </message>
</context>
<context>
    <name>NavigationBar</name>
    <message>
        <source>Monitor</source>
        <translation>Monitor</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Rechner</translation>
    </message>
</context>
<context>
    <name>OutgoingFile</name>
    <message>
        <source>It is not a plain file</source>
        <translation>Es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>The file became shorter while it was sent</source>
        <translation>Die Datei wurde beim Senden kürzer</translation>
    </message>
</context>
<context>
    <name>Perf</name>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>Gbit/s</source>
        <translation>Gbit/s</translation>
    </message>
    <message>
        <source>Mbit/s</source>
        <translation>Mbit/s</translation>
    </message>
    <message>
        <source>million messages/s</source>
        <translation>Millionen Nachrichten/s</translation>
    </message>
    <message>
        <source>thousand messages/s</source>
        <translation>Tausend Nachrichten/s</translation>
    </message>
    <message>
        <source>messages/s</source>
        <translation>Nachrichten/s</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>Latenz</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>Bandbreite</translation>
    </message>
    <message>
        <source>message rate</source>
        <translation>Nachrichtenrate</translation>
    </message>
    <message>
        <source>%1 MiB</source>
        <translation>%1 MiB</translation>
    </message>
    <message>
        <source>%1 KiB</source>
        <translation>%1 KiB</translation>
    </message>
    <message>
        <source>%1 B</source>
        <translation>%1 B</translation>
    </message>
    <message>
        <source>messages of %1</source>
        <translation>Nachrichten von %1</translation>
    </message>
    <message>
        <source>size of a message</source>
        <translation>Größe einer Nachricht</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 in %2, logarithmic</source>
        <translation>%1 in %2, logarithmisch</translation>
    </message>
    <message>
        <source>Nothing was measured.</source>
        <translation>Nichts wurde gemessen.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source> %1 bytes: %2 messages (%3 of %4 sizes)   </source>
        <translation> %1 Bytes: %2 Nachrichten (%3 von %4 Größen)   </translation>
    </message>
    <message>
        <source>latency, bandwidth or rate (latency).</source>
        <translation>latency, bandwidth oder rate (latency).</translation>
    </message>
    <message>
        <source>Bytes of a message: 64, or a list 64,4096, or from 2:65536 by doubling.</source>
        <translation>Bytes einer Nachricht: 64, oder eine Liste 64,4096, oder 2:65536, jeweils verdoppelt.</translation>
    </message>
    <message>
        <source>All sizes from 2 bytes to 8 MiB.</source>
        <translation>Alle Größen von 2 Bytes bis 8 MiB.</translation>
    </message>
    <message>
        <source>Messages of each connection (latency 1000, else 5000).</source>
        <translation>Nachrichten je Verbindung (latency 1000, sonst 5000).</translation>
    </message>
    <message>
        <source>Measure for so many seconds in place of a number of messages.</source>
        <translation>So viele Sekunden lang messen statt einer Anzahl von Nachrichten.</translation>
    </message>
    <message>
        <source>Measure until interrupted, with a line for each duration (5 seconds).</source>
        <translation>Bis zur Unterbrechung messen, mit einer Zeile je duration (5 Sekunden).</translation>
    </message>
    <message>
        <source>Messages before the first that counts (100).</source>
        <translation>Nachrichten vor der ersten, die zählt (100).</translation>
    </message>
    <message>
        <source>Messages under way on a connection (128; latency 1).</source>
        <translation>Nachrichten, die auf einer Verbindung unterwegs sind (128; latency 1).</translation>
    </message>
    <message>
        <source>Messages that a receiver has room for (0: two times depth, and 2).</source>
        <translation>Nachrichten, für die ein Empfänger Platz hat (0: zweimal depth, und 2).</translation>
    </message>
    <message>
        <source>Queue pairs, or streams, at the same time (1).</source>
        <translation>Queue Pairs oder Streams zur selben Zeit (1).</translation>
    </message>
    <message>
        <source>Requests posted in one chain, of which the last is signalled (1).</source>
        <translation>Aufträge in einer Kette, von denen der letzte signalisiert wird (1).</translation>
    </message>
    <message>
        <source>Only one request of so many is signalled (0: one of each chain).</source>
        <translation>Nur einer von so vielen Aufträgen wird signalisiert (0: einer je Kette).</translation>
    </message>
    <message>
        <source>Bytes that go inline at most (64).</source>
        <translation>Bytes, die höchstens inline gesendet werden (64).</translation>
    </message>
    <message>
        <source>The server sends as much.</source>
        <translation>Der Server sendet ebenso viel.</translation>
    </message>
    <message>
        <source>Receivers of a stream drop the bytes in place of reading them.</source>
        <translation>Empfänger eines Streams verwerfen die Bytes, statt sie zu lesen.</translation>
    </message>
    <message>
        <source>Post without preparing, and take a signal for each completion.</source>
        <translation>Ohne Vorbereitung aufgeben; ein Signal meldet jeden Abschluss.</translation>
    </message>
    <message>
        <source>Post without preparing, and take a future for each completion.</source>
        <translation>Ohne Vorbereitung aufgeben; ein Future meldet jeden Abschluss.</translation>
    </message>
    <message>
        <source>Microseconds for which both sides poll before they sleep (0: they wait for events).</source>
        <translation>Mikrosekunden, die beide Seiten abfragen, bevor sie schlafen (0: sie warten auf Ereignisse).</translation>
    </message>
    <message>
        <source>Spin only while messages follow each other within the time of spin.</source>
        <translation>Nur abfragen, solange Nachrichten einander innerhalb der Zeit von spin folgen.</translation>
    </message>
    <message>
        <source>Spin on software devices, too, which need the processors themselves.</source>
        <translation>Auch bei Software-Geräten abfragen, die die Prozessoren selbst brauchen.</translation>
    </message>
    <message>
        <source>Microseconds for which both sides let messages gather that follow each other (0).</source>
        <translation>Mikrosekunden, die beide Seiten aufeinander folgende Nachrichten sammeln (0).</translation>
    </message>
    <message>
        <source>Sleep without letting others run before, on software devices, too.</source>
        <translation>Schlafen, ohne vorher andere laufen zu lassen, auch bei Software-Geräten.</translation>
    </message>
    <message>
        <source>Wait with the library&apos;s event dispatcher in place of Qt&apos;s: each side by itself.</source>
        <translation>Mit dem Ereignisverteiler der Bibliothek statt dem von Qt warten: jede Seite für sich.</translation>
    </message>
    <message>
        <source>Wait for events: both sides do so anyway unless spin is given.</source>
        <translation>Auf Ereignisse warten: das tun beide Seiten ohnehin, wenn spin fehlt.</translation>
    </message>
    <message>
        <source>Use this RDMA device, or these, as in mlx5_0:1,mlx5_0:2 with ports.</source>
        <translation>Dieses RDMA-Gerät verwenden oder diese, mit Ports wie in mlx5_0:1,mlx5_0:2.</translation>
    </message>
    <message>
        <source>Use this port of the device (1).</source>
        <translation>Diesen Port des Geräts verwenden (1).</translation>
    </message>
    <message>
        <source>Use the address of this entry of the port&apos;s GID table.</source>
        <translation>Die Adresse dieses Eintrags der GID-Tabelle des Ports verwenden.</translation>
    </message>
    <message>
        <source>RC, UC or UD: reliable, unreliable, or for datagrams (RC).</source>
        <translation>RC, UC oder UD: zuverlässig, unzuverlässig oder für Datagramme (RC).</translation>
    </message>
    <message>
        <source>Type of service of the packets, 0 to 255 (the system&apos;s).</source>
        <translation>Type of Service der Pakete, 0 bis 255 (wie das System).</translation>
    </message>
    <message>
        <source>Service level: 0 only, since the connection manager derives it from tos.</source>
        <translation>Service Level: nur 0, da der Verbindungsmanager ihn aus tos ableitet.</translation>
    </message>
    <message>
        <source>A message is sent again after 4.096 us times 2 to this power (the route&apos;s).</source>
        <translation>Eine Nachricht wird nach 4,096 us mal 2 hoch diesem Wert erneut gesendet (wie die Route).</translation>
    </message>
    <message>
        <source>Connect by the connection manager: it is always used.</source>
        <translation>Mit dem Verbindungsmanager verbinden: er wird immer verwendet.</translation>
    </message>
    <message>
        <source>No effect: this program does not warn of changing clock rates.</source>
        <translation>Ohne Wirkung: dieses Programm warnt nicht vor wechselnden Taktraten.</translation>
    </message>
    <message>
        <source>The server&apos;s own address (any).</source>
        <translation>Die eigene Adresse des Servers (any).</translation>
    </message>
    <message>
        <source>The server starts so many clients together, and compares them (0).</source>
        <translation>So viele Clients startet der Server gemeinsam und vergleicht sie (0).</translation>
    </message>
    <message>
        <source>The server waits for ever for clients that say nothing, for machines whose clock jumps.</source>
        <translation>Der Server wartet unbegrenzt auf Clients, die schweigen, für Rechner, deren Uhr springt.</translation>
    </message>
    <message>
        <source>Show bandwidths in Gbit/s in place of MB/s.</source>
        <translation>Bandbreiten in Gbit/s statt MB/s zeigen.</translation>
    </message>
    <message>
        <source>Print each latency, sorted.</source>
        <translation>Jede Latenz ausgeben, sortiert.</translation>
    </message>
    <message>
        <source>Print each latency, in the order of time.</source>
        <translation>Jede Latenz ausgeben, in zeitlicher Reihenfolge.</translation>
    </message>
    <message>
        <source>Write everything there (-: standard output).</source>
        <translation>Alles dorthin schreiben (-: Standardausgabe).</translation>
    </message>
    <message>
        <source>Write a line for each size there.</source>
        <translation>Eine Zeile je Größe dorthin schreiben.</translation>
    </message>
    <message>
        <source>Draw the results there, as SVG.</source>
        <translation>Die Ergebnisse dorthin zeichnen, als SVG.</translation>
    </message>
    <message>
        <source>light or dark (light).</source>
        <translation>light oder dark (light).</translation>
    </message>
    <message>
        <source>Compare the results in files that --json has written.</source>
        <translation>Die Ergebnisse in Dateien vergleichen, die --json geschrieben hat.</translation>
    </message>
    <message>
        <source>Fail with status 3 below so many MB/s.</source>
        <translation>Mit Status 3 enden, wenn es weniger MB/s sind.</translation>
    </message>
    <message>
        <source>Fail with status 3 when p99 is above.</source>
        <translation>Mit Status 3 enden, wenn p99 darüber liegt.</translation>
    </message>
    <message>
        <source>No line of progress; a server prints errors only.</source>
        <translation>Keine Fortschrittszeile; ein Server gibt nur Fehler aus.</translation>
    </message>
    <message>
        <source>Measures RDMA and TCP between two programs. Without arguments it is the
server, for any number of clients and tests.
Tests: %1.</source>
        <translation>Misst RDMA und TCP zwischen zwei Programmen. Ohne Argumente ist es der
Server, für beliebig viele Clients und Tests.
Tests: %1.</translation>
    </message>
    <message>
        <source>Host or address of the server, which gets none.</source>
        <translation>Rechner oder Adresse des Servers; er selbst bekommt keine.</translation>
    </message>
    <message>
        <source>What to measure (send).</source>
        <translation>Was gemessen wird (send).</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>%1 has no results: --json writes such files</source>
        <translation>%1 enthält keine Ergebnisse: --json schreibt solche Dateien</translation>
    </message>
    <message>
        <source>us</source>
        <translation>us</translation>
    </message>
    <message>
        <source>MB/sec</source>
        <translation>MB/sec</translation>
    </message>
    <message>
        <source>1/sec</source>
        <translation>1/sec</translation>
    </message>
    <message>
        <source>%1 [%2]</source>
        <translation>%1 [%2]</translation>
    </message>
    <message>
        <source>%1 has %2 and %3 has %4: only like can be compared</source>
        <translation>%1 enthält %2 und %3 enthält %4: nur Gleiches lässt sich vergleichen</translation>
    </message>
    <message>
        <source>%1 must be from %2 to %3, not %4</source>
        <translation>%1 muss von %2 bis %3 sein, nicht %4</translation>
    </message>
    <message>
        <source>UC and UD are for queue pairs</source>
        <translation>UC und UD sind für Queue Pairs</translation>
    </message>
    <message>
        <source>read and atomic need RC</source>
        <translation>read und atomic brauchen RC</translation>
    </message>
    <message>
        <source>with UC and UD, connections must be from 1 to %1</source>
        <translation>mit UC und UD muss connections von 1 bis %1 sein</translation>
    </message>
    <message>
        <source>UD is for send, and for %1 bytes at most</source>
        <translation>UD ist für send und höchstens %1 Bytes</translation>
    </message>
    <message>
        <source>UD has no receive ring: signals or futures tell of messages</source>
        <translation>UD hat keinen Empfangsring: signals oder futures melden Nachrichten</translation>
    </message>
    <message>
        <source>either iterations or duration must be at least 1, and the other 0</source>
        <translation>iterations oder duration muss mindestens 1 sein, und das andere 0</translation>
    </message>
    <message>
        <source>atomic works on 8 bytes, there are no other sizes</source>
        <translation>atomic arbeitet mit 8 Bytes, andere Größen gibt es nicht</translation>
    </message>
    <message>
        <source>latency is that of one message at a time: depth, batch and both directions are for bandwidth and rate</source>
        <translation>latency misst eine Nachricht nach der anderen: depth, batch und beide Richtungen sind für bandwidth und rate</translation>
    </message>
    <message>
        <source>rx-depth must be 0, or 2 at least</source>
        <translation>rx-depth muss 0 oder mindestens 2 sein</translation>
    </message>
    <message>
        <source>rx-depth is for messages that the other side receives</source>
        <translation>rx-depth ist für Nachrichten, die die andere Seite empfängt</translation>
    </message>
    <message>
        <source>rx-depth is for queue pairs</source>
        <translation>rx-depth ist für Queue Pairs</translation>
    </message>
    <message>
        <source>batch (%1) must not be more than half of rx-depth (%2)</source>
        <translation>batch (%1) darf höchstens halb so groß wie rx-depth (%2) sein</translation>
    </message>
    <message>
        <source>cq-mod (%1) must be a multiple of batch (%2), and not more than depth (%3)</source>
        <translation>cq-mod (%1) muss ein Vielfaches von batch (%2) und höchstens depth (%3) sein</translation>
    </message>
    <message>
        <source>cq-mod is for queue pairs</source>
        <translation>cq-mod ist für Queue Pairs</translation>
    </message>
    <message>
        <source>qp-timeout is for queue pairs</source>
        <translation>qp-timeout ist für Queue Pairs</translation>
    </message>
    <message>
        <source>batch (%1) must not be more than depth (%2)</source>
        <translation>batch (%1) darf höchstens depth (%2) sein</translation>
    </message>
    <message>
        <source>atomic requests cannot be prepared: signals or futures tell of them</source>
        <translation>atomare Aufträge lassen sich nicht vorbereiten: signals oder futures melden sie</translation>
    </message>
    <message>
        <source>signals and futures are for queue pairs</source>
        <translation>signals und futures sind für Queue Pairs</translation>
    </message>
    <message>
        <source>batch is for queue pairs: streams put together what they send by themselves</source>
        <translation>batch ist für Queue Pairs: Streams fassen von selbst zusammen, was sie senden</translation>
    </message>
    <message>
        <source>skip is for bandwidth and rate of streams: nobody reads other messages, or drops those that are answered</source>
        <translation>skip ist für bandwidth und rate von Streams: andere Nachrichten liest niemand, und beantwortete verwirft niemand</translation>
    </message>
    <message>
        <source>spin is for RDMA: sockets have nothing to poll</source>
        <translation>spin ist für RDMA: bei Sockets gibt es nichts abzufragen</translation>
    </message>
    <message>
        <source>moderation is for RDMA: sockets have no completion queue</source>
        <translation>moderation ist für RDMA: Sockets haben keine Abschlussschlange</translation>
    </message>
    <message>
        <source>no-yield is for RDMA: sockets never yield</source>
        <translation>no-yield ist für RDMA: Sockets lassen nie andere laufen</translation>
    </message>
    <message>
        <source>adaptive says when to spin; spin says how long</source>
        <translation>adaptive sagt, wann abgefragt wird; spin sagt, wie lange</translation>
    </message>
    <message>
        <source>%1 connections with messages of %2 bytes need more than %3 MiB of memory</source>
        <translation>%1 Verbindungen mit Nachrichten von %2 Bytes brauchen mehr als %3 MiB Speicher</translation>
    </message>
    <message>
        <source>this server knows no such test or interface</source>
        <translation>dieser Server kennt diesen Test oder diese Schnittstelle nicht</translation>
    </message>
    <message>
        <source>there is no device %1; %2</source>
        <translation>es gibt kein Gerät %1; %2</translation>
    </message>
    <message>
        <source>there is no device %1; found: %2</source>
        <translation>es gibt kein Gerät %1; gefunden: %2</translation>
    </message>
    <message>
        <source>ib-port must be from 1 to %1 for %2, not %3</source>
        <translation>ib-port muss für %2 von 1 bis %1 sein, nicht %3</translation>
    </message>
    <message>
        <source>port %1 of %2 has no usable address</source>
        <translation>Port %1 von %2 hat keine nutzbare Adresse</translation>
    </message>
    <message>
        <source>GID %1 of port %2 of %3 is not usable</source>
        <translation>GID %1 von Port %2 von %3 ist nicht nutzbar</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachr.</translation>
    </message>
    <message>
        <source>p50[us]</source>
        <translation>p50[us]</translation>
    </message>
    <message>
        <source>p99[us]</source>
        <translation>p99[us]</translation>
    </message>
    <message>
        <source>max[us]</source>
        <translation>max[us]</translation>
    </message>
    <message>
        <source>Mmsg/sec</source>
        <translation>Mmsg/sec</translation>
    </message>
    <message>
        <source>%1 of %2 clients are there</source>
        <translation>%1 von %2 Clients sind da</translation>
    </message>
    <message>
        <source>client</source>
        <translation>Client</translation>
    </message>
    <message>
        <source>all, and the highest times</source>
        <translation>alle, und die höchsten Zeiten</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>alle zusammen</translation>
    </message>
    <message>
        <source>Listening on port %1</source>
        <translation>Lauscht auf Port %1</translation>
    </message>
    <message>
        <source>%1 (--help tells more)</source>
        <translation>%1 (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>%1 must be a whole number, not &quot;%2&quot;</source>
        <translation>%1 muss eine ganze Zahl sein, nicht „%2“</translation>
    </message>
    <message>
        <source>listen must be an address like 10.77.0.1, not &quot;%1&quot;</source>
        <translation>listen muss eine Adresse wie 10.77.0.1 sein, nicht „%1“</translation>
    </message>
    <message>
        <source>%1 addresses and %2 devices do not belong together: name one, or as many</source>
        <translation>%1 Adressen und %2 Geräte passen nicht zusammen: nennen Sie eines, oder gleich viele</translation>
    </message>
    <message>
        <source>an address is missing</source>
        <translation>eine Adresse fehlt</translation>
    </message>
    <message>
        <source>%1 needs a device</source>
        <translation>%1 braucht ein Gerät</translation>
    </message>
    <message>
        <source>there is no test &quot;%1&quot;; there are %2</source>
        <translation>es gibt keinen Test „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot be measured; there are %2</source>
        <translation>„%1“ lässt sich nicht messen; es gibt %2</translation>
    </message>
    <message>
        <source>signals and futures exclude each other</source>
        <translation>signals und futures schließen einander aus</translation>
    </message>
    <message>
        <source>connection must be RC, UC or UD, not &quot;%1&quot;: the library has no other queue pairs</source>
        <translation>connection muss RC, UC oder UD sein, nicht „%1“: andere Queue Pairs hat die Bibliothek nicht</translation>
    </message>
    <message>
        <source>run_infinitely goes by duration, not by iterations</source>
        <translation>run_infinitely richtet sich nach duration, nicht nach iterations</translation>
    </message>
    <message>
        <source>events and spin exclude each other</source>
        <translation>events und spin schließen einander aus</translation>
    </message>
    <message>
        <source>sl cannot be %1: the connection manager derives the service level; choose it by tos</source>
        <translation>sl kann nicht %1 sein: der Verbindungsmanager leitet den Service Level ab; wählen Sie ihn mit tos</translation>
    </message>
    <message>
        <source>run_infinitely is for one size</source>
        <translation>run_infinitely ist für eine einzige Größe</translation>
    </message>
    <message>
        <source>%1 must be a number above 0 and up to %2, not &quot;%3&quot;</source>
        <translation>%1 muss eine Zahl über 0 und bis %2 sein, nicht „%3“</translation>
    </message>
    <message>
        <source>an address and a test are all there is beside the options, not &quot;%1&quot;</source>
        <translation>neben den Optionen gibt es nur eine Adresse und einen Test, nicht „%1“</translation>
    </message>
    <message>
        <source>clients is for the server, which gets no address</source>
        <translation>clients ist für den Server, der keine Adresse bekommt</translation>
    </message>
    <message>
        <source>report-histogram and report-unsorted are for latency</source>
        <translation>report-histogram und report-unsorted sind für latency</translation>
    </message>
    <message>
        <source>min-bw is for bandwidth and rate</source>
        <translation>min-bw ist für bandwidth und rate</translation>
    </message>
    <message>
        <source>max-p99 is for latency</source>
        <translation>max-p99 ist für latency</translation>
    </message>
    <message>
        <source>compare needs 2 to %1 files that --json has written, not %2</source>
        <translation>compare braucht 2 bis %1 Dateien, die --json geschrieben hat, nicht %2</translation>
    </message>
    <message>
        <source>json, csv and plot must go to different files</source>
        <translation>json, csv und plot müssen in verschiedene Dateien gehen</translation>
    </message>
    <message>
        <source>plot-theme must be light or dark, not &quot;%1&quot;</source>
        <translation>plot-theme muss light oder dark sein, nicht „%1“</translation>
    </message>
    <message>
        <source>%1 is there already; --overwrite replaces it</source>
        <translation>%1 gibt es schon; --overwrite ersetzt die Datei</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>software</source>
        <translation>Software</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>half of a round trip</source>
        <translation>halber Umlauf</translation>
    </message>
    <message>
        <source>until completed</source>
        <translation>bis zum Abschluss</translation>
    </message>
    <message>
        <source>both directions</source>
        <translation>beide Richtungen</translation>
    </message>
    <message>
        <source>one direction</source>
        <translation>eine Richtung</translation>
    </message>
    <message>
        <source>connections %1, depth %2, batch %3</source>
        <translation>connections %1, depth %2, batch %3</translation>
    </message>
    <message>
        <source>spin %1 µs</source>
        <translation>spin %1 µs</translation>
    </message>
    <message>
        <source>moderation %1 µs</source>
        <translation>moderation %1 µs</translation>
    </message>
    <message>
        <source>QtRdma %1</source>
        <translation>QtRdma %1</translation>
    </message>
    <message>
        <source>Linux %1</source>
        <translation>Linux %1</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99,9</translation>
    </message>
    <message>
        <source>%1 %2, %3, %4</source>
        <translation>%1 %2, %3, %4</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>%1 of %2 runs compared</source>
        <translation>%1 von %2 Läufen verglichen</translation>
    </message>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1: %2, %3</translation>
    </message>
    <message>
        <source>cpu and server are user and system time of a message, of this side and the server.</source>
        <translation>cpu und server sind Benutzer- und Systemzeit je Nachricht, auf dieser Seite und dem Server.</translation>
    </message>
    <message>
        <source>Times are half of a message there and back, in us; %1</source>
        <translation>Zeiten sind die Hälfte von Hin- und Rückweg einer Nachricht, in us; %1</translation>
    </message>
    <message>
        <source>Times are from posting until the request has completed, in us; %1</source>
        <translation>Zeiten gehen vom Aufgeben bis zum Abschluss des Auftrags, in us; %1</translation>
    </message>
    <message>
        <source>MB are 10^6 bytes; %1 instr are instructions of this side (-: not available).</source>
        <translation>MB sind 10^6 Bytes; %1 instr sind Befehle dieser Seite (-: nicht verfügbar).</translation>
    </message>
    <message>
        <source>The receiver drops the bytes without reading them.</source>
        <translation>Der Empfänger verwirft die Bytes, ohne sie zu lesen.</translation>
    </message>
    <message>
        <source>The receiver reads all bytes, and adds them up in words.</source>
        <translation>Der Empfänger liest alle Bytes und summiert sie wortweise.</translation>
    </message>
    <message>
        <source>Atomic requests cannot be prepared: signals tell of them.</source>
        <translation>Atomare Aufträge lassen sich nicht vorbereiten: Signale melden sie.</translation>
    </message>
    <message>
        <source>Both sides poll for %1 us before they sleep, while messages are as close.</source>
        <translation>Beide Seiten fragen %1 us lang ab, bevor sie schlafen, solange Nachrichten so dicht folgen.</translation>
    </message>
    <message>
        <source>Both sides poll for %1 us before they sleep.</source>
        <translation>Beide Seiten fragen %1 us lang ab, bevor sie schlafen.</translation>
    </message>
    <message>
        <source>Both sides let messages gather for %1 us.</source>
        <translation>Beide Seiten sammeln Nachrichten %1 us lang.</translation>
    </message>
    <message>
        <source>Both sides sleep without yielding before.</source>
        <translation>Beide Seiten schlafen, ohne vorher andere laufen zu lassen.</translation>
    </message>
    <message>
        <source>%1 %2 over %3: connections %4, depth %5, batch %6, inline %7, %8</source>
        <translation>%1 %2 über %3: connections %4, depth %5, batch %6, inline %7, %8</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>unterbrochen</translation>
    </message>
    <message>
        <source>the server refuses: %1</source>
        <translation>der Server lehnt ab: %1</translation>
    </message>
    <message>
        <source>no message has arrived for %1 seconds: UC and UD lose messages</source>
        <translation>seit %1 Sekunden kam keine Nachricht an: UC und UD verlieren Nachrichten</translation>
    </message>
    <message>
        <source>There is no test of TCP: %1</source>
        <translation>Ein Test von TCP ist nicht möglich: %1</translation>
    </message>
    <message>
        <source>%1: too many streams have not said what they are for</source>
        <translation>%1: zu viele Streams haben ihren Zweck nicht genannt</translation>
    </message>
    <message>
        <source>%1: a stream has not said what it is for</source>
        <translation>%1: ein Stream hat seinen Zweck nicht genannt</translation>
    </message>
    <message>
        <source>%1: a stream is not expected</source>
        <translation>%1: ein Stream wird nicht erwartet</translation>
    </message>
    <message>
        <source>the client has gone: %1</source>
        <translation>der Client ist weg: %1</translation>
    </message>
    <message>
        <source>nothing is prepared</source>
        <translation>nichts ist vorbereitet</translation>
    </message>
    <message>
        <source>this server understands prepare, begin and end</source>
        <translation>dieser Server versteht prepare, begin und end</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
    <message>
        <source>other clients have taken most of the %1 MiB of this server</source>
        <translation>andere Clients belegen das meiste der %1 MiB dieses Servers</translation>
    </message>
    <message>
        <source>this server does not listen with TCP</source>
        <translation>dieser Server lauscht nicht über TCP</translation>
    </message>
    <message>
        <source>the device %1 has no atomic operations</source>
        <translation>das Gerät %1 hat keine atomaren Operationen</translation>
    </message>
    <message>
        <source>the device %1 speaks iWARP, which has no writes with immediate data</source>
        <translation>das Gerät %1 spricht iWARP; dort gibt es kein Schreiben mit Immediate-Daten</translation>
    </message>
    <message>
        <source>a connection has ended: %1</source>
        <translation>eine Verbindung endete: %1</translation>
    </message>
    <message>
        <source>%1, %2, %3 bytes, connections %4</source>
        <translation>%1, %2, %3 Bytes, connections %4</translation>
    </message>
    <message>
        <source>these are other places than those of the connections</source>
        <translation>diese Plätze sind nicht die der Verbindungen</translation>
    </message>
    <message>
        <source>not all connections are there</source>
        <translation>nicht alle Verbindungen sind da</translation>
    </message>
    <message>
        <source>the connection manager takes the MTU of the route</source>
        <translation>der Verbindungsmanager nimmt die MTU des Weges</translation>
    </message>
    <message>
        <source>--tos chooses the class of the packets</source>
        <translation>--tos wählt die Klasse der Pakete</translation>
    </message>
    <message>
        <source>the connection manager takes the partition of the route</source>
        <translation>der Verbindungsmanager nimmt die Partition des Weges</translation>
    </message>
    <message>
        <source>--qp-timeout tells how long an answer may take</source>
        <translation>--qp-timeout sagt, wie lange eine Antwort dauern darf</translation>
    </message>
    <message>
        <source>--json FILE writes the results</source>
        <translation>--json DATEI schreibt die Ergebnisse</translation>
    </message>
    <message>
        <source>it is a test of its own, write-imm</source>
        <translation>das ist ein eigener Test, write-imm</translation>
    </message>
    <message>
        <source>--device mlx5_0:1,mlx5_0:2 measures two ports at the same time</source>
        <translation>--device mlx5_0:1,mlx5_0:2 misst zwei Ports zugleich</translation>
    </message>
    <message>
        <source>--rdma_cm connects both the program and its queue pairs</source>
        <translation>--rdma_cm verbindet das Programm und seine Queue Pairs</translation>
    </message>
    <message>
        <source>an IPv6 address of the server is enough</source>
        <translation>eine IPv6-Adresse des Servers genügt</translation>
    </message>
    <message>
        <source>--device and --gid choose the own address</source>
        <translation>--device und --gid wählen die eigene Adresse</translation>
    </message>
    <message>
        <source>--warm-up does so, without being told</source>
        <translation>--warm-up tut das von selbst</translation>
    </message>
    <message>
        <source>the results always have the time of the processors</source>
        <translation>die Ergebnisse enthalten die Prozessorzeit immer</translation>
    </message>
    <message>
        <source>--measure chooses what is measured</source>
        <translation>--measure wählt, was gemessen wird</translation>
    </message>
    <message>
        <source>there is no peak: the results are of the whole measurement</source>
        <translation>es gibt keinen Spitzenwert: die Ergebnisse gelten für die ganze Messung</translation>
    </message>
    <message>
        <source>times are in microseconds</source>
        <translation>die Zeiten sind in Mikrosekunden</translation>
    </message>
    <message>
        <source>this program does not measure that</source>
        <translation>dieses Programm misst das nicht</translation>
    </message>
    <message>
        <source>--%1 of perftest is not here: %2</source>
        <translation>--%1 von perftest gibt es hier nicht: %2</translation>
    </message>
    <message>
        <source>size must be FROM:TO, with sizes from 1 to %1, not &quot;%2&quot;</source>
        <translation>size muss VON:BIS sein, mit Größen von 1 bis %1, nicht „%2“</translation>
    </message>
    <message>
        <source>Where the server listens; 0: it chooses (18515).</source>
        <translation>Wo der Server lauscht; 0: er wählt (18515).</translation>
    </message>
    <message>
        <source>compare reads %1, which must not be written</source>
        <translation>compare liest %1, das nicht geschrieben werden darf</translation>
    </message>
    <message>
        <source>the peer has ended a stream</source>
        <translation>die Gegenseite hat einen Stream beendet</translation>
    </message>
    <message>
        <source>the peer has ended a queue pair</source>
        <translation>die Gegenseite hat ein Queue Pair beendet</translation>
    </message>
    <message>
        <source>the peer has ended the connection</source>
        <translation>die Gegenseite hat die Verbindung beendet</translation>
    </message>
    <message>
        <source>what the peer says is too long</source>
        <translation>was die Gegenseite sagt, ist zu lang</translation>
    </message>
    <message>
        <source>what the peer says is not understood</source>
        <translation>was die Gegenseite sagt, ist nicht zu verstehen</translation>
    </message>
    <message>
        <source>There is no RDMA device at this address: the only test is tcp</source>
        <translation>An dieser Adresse ist kein RDMA-Gerät: der einzige Test ist tcp</translation>
    </message>
    <message>
        <source>%1 needs a way over RDMA, and there is one over TCP only</source>
        <translation>%1 braucht einen Weg über RDMA, und es gibt nur einen über TCP</translation>
    </message>
</context>
<context>
    <name>PlotCard</name>
    <message>
        <source>%1 · %2 %</source>
        <translation>%1 · %2 %</translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation>vor %1 s</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation>−%1 min</translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation>−%1 s</translation>
    </message>
    <message>
        <source>last sample</source>
        <translation>letzte Messung</translation>
    </message>
</context>
<context>
    <name>PortChoice</name>
    <message>
        <source>%1, port %2</source>
        <translation>%1, Port %2</translation>
    </message>
    <message>
        <source>No port</source>
        <translation>Kein Port</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
</context>
<context>
    <name>PortDetails</name>
    <message>
        <source>Port and device</source>
        <translation>Port und Gerät</translation>
    </message>
</context>
<context>
    <name>PortLine</name>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>MTU %1</source>
        <translation>MTU %1</translation>
    </message>
    <message>
        <source>Port %1, %2</source>
        <translation>Port %1, %2</translation>
    </message>
    <message>
        <source>Port %1</source>
        <translation>Port %1</translation>
    </message>
    <message>
        <source>Port %1, %2, %3</source>
        <translation>Port %1, %2, %3</translation>
    </message>
</context>
<context>
    <name>PortName</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>PortPage</name>
    <message>
        <source>Port</source>
        <translation>Port</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>Durchsatz</translation>
    </message>
    <message>
        <source>Packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>The driver does not count %1. </source>
        <translation>Der Treiber zählt nicht: %1. </translation>
    </message>
    <message>
        <source>No counter has moved that should stay zero.</source>
        <translation>Kein Zähler, der null bleiben sollte, hat sich bewegt.</translation>
    </message>
    <message>
        <source>%1 Gbit/s</source>
        <translation>%1 Gbit/s</translation>
    </message>
    <message>
        <source>MTU %1 of %2</source>
        <translation>MTU %1 von %2</translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation>1 Minute</translation>
    </message>
    <message>
        <source>5 minutes</source>
        <translation>5 Minuten</translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation>10 Minuten</translation>
    </message>
    <message>
        <source>Time that the plots show</source>
        <translation>Zeit, die die Diagramme zeigen</translation>
    </message>
    <message>
        <source>No counters</source>
        <translation>Keine Zähler</translation>
    </message>
    <message>
        <source>The driver of %1 counts nothing. Connections and Resources show who uses it.</source>
        <translation>Der Treiber von %1 zählt nichts. „Verbindungen“ und „Ressourcen“ zeigen, wer das Gerät verwendet.</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>nicht verfügbar</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>since %1, last at %2</source>
        <translation>seit %1, zuletzt um %2</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Bewegt</translation>
    </message>
</context>
<context>
    <name>Program</name>
    <message>
        <source>%1 Default: %2.</source>
        <translation>%1 Vorgabe: %2.</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Beispiel: %1</translation>
    </message>
    <message>
        <source>%1 --help tells more.</source>
        <translation>%1 Mehr zeigt --help.</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: this takes options only.</source>
        <translation>„%1“: hier sind nur Optionen erlaubt.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is one word too many.</source>
        <translation>„%1“ ist ein Wort zu viel.</translation>
    </message>
    <message>
        <source>--%1 wants a number from %2 to %3, not &quot;%4&quot;</source>
        <translation>--%1 braucht eine Zahl von %2 bis %3, nicht „%4“</translation>
    </message>
    <message>
        <source>--%1 wants HOST, HOST:PORT or [IPv6]:PORT with a port up to 65535, not &quot;%2&quot;</source>
        <translation>--%1 braucht RECHNER, RECHNER:PORT oder [IPv6]:PORT mit einem Port bis 65535, nicht „%2“</translation>
    </message>
    <message>
        <source>--%1: %2 is no address to listen on. Give an IPv4 or IPv6 address of this machine, or any</source>
        <translation>--%1: auf %2 kann nicht gelauscht werden. Geben Sie eine IPv4- oder IPv6-Adresse dieses Rechners an, oder any</translation>
    </message>
    <message>
        <source>Replace files that are there.</source>
        <translation>Vorhandene Dateien ersetzen.</translation>
    </message>
    <message>
        <source>--%1: %2 is there already; --overwrite replaces it</source>
        <translation>--%1: %2 gibt es schon; --overwrite ersetzt die Datei</translation>
    </message>
    <message>
        <source>There is no display. %1 needs none</source>
        <translation>Es gibt keine Anzeige. %1 braucht keine</translation>
    </message>
    <message>
        <source>cannot write %1</source>
        <translation>%1 kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>%1, and elsewhere %1 10.77.0.1</source>
        <translation>%1, und anderswo %1 10.77.0.1</translation>
    </message>
    <message>
        <source>The server&apos;s own address.</source>
        <translation>Die eigene Adresse des Servers.</translation>
    </message>
    <message>
        <source>Of the server. 0: it chooses one.</source>
        <translation>Port des Servers. 0: er wählt einen.</translation>
    </message>
    <message>
        <source>Print one line of JSON.</source>
        <translation>Eine Zeile JSON ausgeben.</translation>
    </message>
    <message>
        <source>rdma, tcp, or prefer-rdma: TCP where there is no RDMA.</source>
        <translation>rdma, tcp oder prefer-rdma: TCP, wo es kein RDMA gibt.</translation>
    </message>
    <message>
        <source>--transport wants rdma, prefer-rdma or tcp, not &quot;%1&quot;</source>
        <translation>--transport braucht rdma, prefer-rdma oder tcp, nicht „%1“</translation>
    </message>
    <message>
        <source>Take connections here. Without it: from the socket of systemd.</source>
        <translation>Verbindungen hier annehmen. Ohne diese Option: vom Socket von systemd.</translation>
    </message>
    <message>
        <source>Connect them with this end.</source>
        <translation>Sie mit diesem Ende verbinden.</translation>
    </message>
    <message>
        <source>Encrypt, and verify the certificate of the side that listens over RDMA.</source>
        <translation>Verschlüsseln und das Zertifikat der Seite prüfen, die über RDMA lauscht.</translation>
    </message>
    <message>
        <source>The certificate of this side, and those that signed it (PEM).</source>
        <translation>Das Zertifikat dieser Seite und die, mit denen es unterschrieben ist (PEM).</translation>
    </message>
    <message>
        <source>The private key of this certificate (PEM).</source>
        <translation>Der private Schlüssel dieses Zertifikats (PEM).</translation>
    </message>
    <message>
        <source>Trust these certificates instead of the system&apos;s (PEM).</source>
        <translation>Diesen Zertifikaten statt denen des Systems vertrauen (PEM).</translation>
    </message>
    <message>
        <source>Both sides prove that they have the key in this file.</source>
        <translation>Beide Seiten beweisen, dass sie den Schlüssel in dieser Datei haben.</translation>
    </message>
    <message>
        <source>The most connections at a time; more wait.</source>
        <translation>Höchstzahl gleichzeitiger Verbindungen; weitere warten.</translation>
    </message>
    <message>
        <source>The most connections of one address; more are refused (0: no limit).</source>
        <translation>Höchstzahl der Verbindungen einer Adresse; weitere werden abgelehnt (0: keine Grenze).</translation>
    </message>
    <message>
        <source>How long connections wait for the other end.</source>
        <translation>Wie lange Verbindungen auf das andere Ende warten.</translation>
    </message>
    <message>
        <source>Cut connections on which nothing moves (0: never).</source>
        <translation>Verbindungen trennen, auf denen sich nichts bewegt (0: nie).</translation>
    </message>
    <message>
        <source>How long connections may go on after SIGTERM.</source>
        <translation>Wie lange Verbindungen nach SIGTERM weitergehen dürfen.</translation>
    </message>
    <message>
        <source>How often the statistics are printed (0: at SIGUSR1 and at the end).</source>
        <translation>Wie oft die Statistik ausgegeben wird (0: bei SIGUSR1 und am Ende).</translation>
    </message>
    <message>
        <source>--%1 goes with --tls only</source>
        <translation>--%1 gibt es nur mit --tls</translation>
    </message>
    <message>
        <source>--certificate and --private-key belong together</source>
        <translation>--certificate und --private-key gehören zusammen</translation>
    </message>
    <message>
        <source>Say with --to where connections go (--help tells more)</source>
        <translation>Gib mit --to an, wohin Verbindungen gehen (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>There are %1 sockets of systemd, and a bridge takes one</source>
        <translation>Es gibt %1 Sockets von systemd, und eine Brücke nimmt einen</translation>
    </message>
    <message>
        <source>There is a socket of systemd: --listen is one too many</source>
        <translation>Es gibt einen Socket von systemd: --listen ist einer zu viel</translation>
    </message>
    <message>
        <source>Say with --listen where connections come from (--help tells more)</source>
        <translation>Gib mit --listen an, woher Verbindungen kommen (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>Listening on %1, to %2</source>
        <translation>Lauscht an %1, nach %2</translation>
    </message>
    <message>
        <source>Connects local sockets with RDMA streams, for programs that have sockets only.
An end is host:port, [IPv6]:port, unix:/path or rdma://host:port; one is RDMA&apos;s.</source>
        <translation>Verbindet lokale Sockets mit RDMA-Strömen, für Programme, die nur Sockets haben.
Ein Ende ist host:port, [IPv6]:port, unix:/pfad oder rdma://host:port; eines ist das von RDMA.</translation>
    </message>
    <message>
        <source>This bridge was built without QtRdmaTls, so it has no --tls</source>
        <translation>Diese Brücke wurde ohne QtRdmaTls gebaut und hat deshalb kein --tls</translation>
    </message>
    <message>
        <source>Waiting for %1 connections, %2 s at most</source>
        <translation>Wartet auf %1 Verbindungen, höchstens %2 s</translation>
    </message>
    <message>
        <source>Connection %1: %2</source>
        <translation>Verbindung %1: %2</translation>
    </message>
    <message>
        <source>The other end is away, connections wait for it: %1</source>
        <translation>Das andere Ende ist weg, Verbindungen warten darauf: %1</translation>
    </message>
    <message>
        <source>connections %1, accepted %2, refused %3, failed %4, to RDMA %5 bytes, from RDMA %6 bytes</source>
        <translation>Verbindungen %1, angenommen %2, abgelehnt %3, gescheitert %4, zu RDMA %5 Bytes, von RDMA %6 Bytes</translation>
    </message>
    <message>
        <source>--%1 goes with --tls and --%2 only</source>
        <translation>--%1 gibt es nur mit --tls und --%2</translation>
    </message>
    <message>
        <source>--tls with --listen needs --certificate and --private-key</source>
        <translation>--tls mit --listen braucht --certificate und --private-key</translation>
    </message>
    <message>
        <source>Cannot listen on %1, port %2, %3: %4</source>
        <translation>Kann nicht an %1, Port %2, %3 lauschen: %4</translation>
    </message>
    <message>
        <source>* Relay on %1 %2</source>
        <translation>* Vermittler an %1 %2</translation>
    </message>
    <message>
        <source>%1; choose one with --name</source>
        <translation>%1; wähle einen mit --name</translation>
    </message>
    <message>
        <source>%1 is no directory</source>
        <translation>%1 ist kein Verzeichnis</translation>
    </message>
    <message>
        <source>A chat over RDMA or TCP.</source>
        <translation>Ein Chat über RDMA oder TCP.</translation>
    </message>
    <message>
        <source>Be the relay on this address (any: on all).</source>
        <translation>An dieser Adresse der Vermittler sein (any: an allen).</translation>
    </message>
    <message>
        <source>Join a relay&apos;s room.</source>
        <translation>Den Raum eines Vermittlers betreten.</translation>
    </message>
    <message>
        <source>Your name in the room.</source>
        <translation>Dein Name im Raum.</translation>
    </message>
    <message>
        <source>Encrypt, and verify the relay&apos;s certificate.</source>
        <translation>Verschlüsseln und das Zertifikat des Vermittlers prüfen.</translation>
    </message>
    <message>
        <source>The certificate of the relay, and those that signed it (PEM).</source>
        <translation>Das Zertifikat des Vermittlers und die, mit denen es unterschrieben ist (PEM).</translation>
    </message>
    <message>
        <source>Take files and put them here.</source>
        <translation>Dateien annehmen und hier ablegen.</translation>
    </message>
    <message>
        <source>Refuse larger files (MiB).</source>
        <translation>Größere Dateien ablehnen (MiB).</translation>
    </message>
    <message>
        <source>Show when it was said.</source>
        <translation>Zeigen, wann etwas gesagt wurde.</translation>
    </message>
    <message>
        <source>Say either --listen or --connect (--help tells more)</source>
        <translation>Gib entweder --listen oder --connect an (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>This chat was built without QtRdmaTls, so it has no --tls</source>
        <translation>Dieser Chat wurde ohne QtRdmaTls gebaut und hat deshalb kein --tls</translation>
    </message>
    <message>
        <source>A chat over RDMA or TCP, in a window.</source>
        <translation>Ein Chat über RDMA oder TCP in einem Fenster.</translation>
    </message>
    <message>
        <source>Have a room here, on this address.</source>
        <translation>Hier, an dieser Adresse, einen Raum haben.</translation>
    </message>
    <message>
        <source>Put files here that you take.</source>
        <translation>Angenommene Dateien hier ablegen.</translation>
    </message>
    <message>
        <source>Light text on dark ground, whatever the system has.</source>
        <translation>Helle Schrift auf dunklem Grund, gleich was das System hat.</translation>
    </message>
    <message>
        <source>Write a picture of the window to this file, and end.</source>
        <translation>Ein Bild des Fensters in diese Datei schreiben und enden.</translation>
    </message>
    <message>
        <source>Take the picture so long after the window has opened.</source>
        <translation>Das Bild so lange nach dem Öffnen des Fensters machen.</translation>
    </message>
    <message>
        <source>Sends a file over RDMA or TCP, or takes files.</source>
        <translation>Sendet eine Datei über RDMA oder TCP oder nimmt Dateien an.</translation>
    </message>
    <message>
        <source>Send this file.</source>
        <translation>Diese Datei senden.</translation>
    </message>
    <message>
        <source>Send the file to this host.</source>
        <translation>Die Datei an diesen Rechner senden.</translation>
    </message>
    <message>
        <source>Take files, and put them into this directory.</source>
        <translation>Dateien annehmen und in dieses Verzeichnis legen.</translation>
    </message>
    <message>
        <source>Take files on this address; any stands for all addresses.</source>
        <translation>Dateien an dieser Adresse annehmen; any steht für alle Adressen.</translation>
    </message>
    <message>
        <source>End when so many files have come; 0: never.</source>
        <translation>Enden, wenn so viele Dateien gekommen sind; 0: nie.</translation>
    </message>
    <message>
        <source>Say FILE and HOST[:PORT], or --receive DIRECTORY (--help tells more)</source>
        <translation>Gib DATEI und RECHNER[:PORT] an, oder --receive VERZEICHNIS (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>Nothing may be written to %1</source>
        <translation>In %1 darf nichts geschrieben werden</translation>
    </message>
    <message>
        <source>An address looks like host, host:port or [IPv6]:port</source>
        <translation>Eine Adresse sieht aus wie host, host:port oder [IPv6]:port</translation>
    </message>
    <message>
        <source>Sends files over RDMA or TCP, and takes them.</source>
        <translation>Sendet Dateien über RDMA oder TCP und nimmt sie an.</translation>
    </message>
    <message>
        <source>Take files on this address of this machine.</source>
        <translation>Dateien an dieser Adresse dieses Rechners annehmen.</translation>
    </message>
    <message>
        <source>The port to listen at, and to send to.</source>
        <translation>Der Port, an dem gelauscht und an den gesendet wird.</translation>
    </message>
    <message>
        <source>Where files go that come (here).</source>
        <translation>Wohin Dateien gelegt werden, die kommen (hierher).</translation>
    </message>
    <message>
        <source>Take files without asking.</source>
        <translation>Dateien ohne Rückfrage annehmen.</translation>
    </message>
    <message>
        <source>Write a picture of the window, and end.</source>
        <translation>Ein Bild des Fensters schreiben und enden.</translation>
    </message>
    <message>
        <source>the server answers: %1</source>
        <translation>der Server antwortet: %1</translation>
    </message>
    <message>
        <source>the head of the answer does not end</source>
        <translation>der Kopf der Antwort endet nicht</translation>
    </message>
    <message>
        <source>the connection has ended before the answer</source>
        <translation>die Verbindung hat vor der Antwort geendet</translation>
    </message>
    <message>
        <source>Listening on port %1 %2</source>
        <translation>Lauscht an Port %1 %2</translation>
    </message>
    <message>
        <source>--get wants http://HOST:PORT/PATH with a port up to 65535</source>
        <translation>--get will http://RECHNER:PORT/PFAD mit einem Port bis 65535</translation>
    </message>
    <message>
        <source>Connected %1</source>
        <translation>Verbunden %1</translation>
    </message>
    <message>
        <source>QHttpServer over RDMA and TCP on one port, and a client.</source>
        <translation>QHttpServer über RDMA und TCP an einem Port und ein Client.</translation>
    </message>
    <message>
        <source>Where the server listens.</source>
        <translation>Wo der Server lauscht.</translation>
    </message>
    <message>
        <source>Get a document, and print it.</source>
        <translation>Ein Dokument holen und ausgeben.</translation>
    </message>
    <message>
        <source>Its files are served.</source>
        <translation>Das Verzeichnis, dessen Dateien der Server liefert.</translation>
    </message>
    <message>
        <source>Runs a server, and clients that are killed and compared with a model.</source>
        <translation>Startet einen Server und Clients, die beendet und mit einem Modell verglichen werden.</translation>
    </message>
    <message>
        <source>How many clients.</source>
        <translation>Wie viele Clients.</translation>
    </message>
    <message>
        <source>How many seconds.</source>
        <translation>Wie viele Sekunden.</translation>
    </message>
    <message>
        <source>The file of the database (SQLite).</source>
        <translation>Die Datei der Datenbank (SQLite).</translation>
    </message>
    <message>
        <source>For its own processes.</source>
        <translation>Für die eigenen Prozesse.</translation>
    </message>
    <message>
        <source>Show other machines: HOST or HOST:PORT of an agent, or ssh:HOST.</source>
        <translation>Andere Rechner zeigen: HOST oder HOST:PORT eines Agenten, oder ssh:HOST.</translation>
    </message>
    <message>
        <source>Show the machines in this file, one in a line.</source>
        <translation>Die Rechner in dieser Datei zeigen, einer je Zeile.</translation>
    </message>
    <message>
        <source>Be the agent of this machine: send samples to viewers that connect. Without --key-file at a loopback address only.</source>
        <translation>Der Agent dieses Rechners sein: Messungen an Betrachter senden, die sich verbinden. Ohne --key-file nur an einer Loopback-Adresse.</translation>
    </message>
    <message>
        <source>Agent and viewer prove that they have the key in this file.</source>
        <translation>Agent und Betrachter beweisen, dass sie den Schlüssel in dieser Datei haben.</translation>
    </message>
    <message>
        <source>The agent needs no key: everybody who can connect sees this machine.</source>
        <translation>Der Agent braucht keinen Schlüssel: Jeder, der sich verbinden kann, sieht diesen Rechner.</translation>
    </message>
    <message>
        <source>More hosts after --connect.</source>
        <translation>Weitere Rechner nach --connect.</translation>
    </message>
    <message>
        <source>--connect and --hosts show a window, without --%1</source>
        <translation>--connect und --hosts zeigen ein Fenster, ohne --%1</translation>
    </message>
    <message>
        <source>--insecure goes with --serve only</source>
        <translation>--insecure gibt es nur mit --serve</translation>
    </message>
    <message>
        <source>--serve takes an address of this machine or any, and a port from 0 to 65535 if it is not %1: 10.0.0.1 or any:7000; not %2</source>
        <translation>--serve nimmt eine Adresse dieses Rechners oder any, und einen Port von 0 bis 65535, wenn es nicht %1 ist: 10.0.0.1 oder any:7000; nicht %2</translation>
    </message>
    <message>
        <source>--serve at an address that others reach needs --key-file, or --insecure: everybody who can connect sees the names of processes and their peers</source>
        <translation>--serve an einer Adresse, die andere erreichen, braucht --key-file oder --insecure: Jeder, der sich verbinden kann, sieht die Namen der Prozesse und ihre Gegenstellen</translation>
    </message>
    <message>
        <source>%1: hosts follow --connect</source>
        <translation>%1: Rechner folgen auf --connect</translation>
    </message>
    <message>
        <source>There is no host in %1</source>
        <translation>In %1 steht kein Rechner</translation>
    </message>
    <message>
        <source>--connect takes HOST, HOST:PORT or ssh:HOST, and a port from 1 to 65535; not %1</source>
        <translation>--connect nimmt HOST, HOST:PORT oder ssh:HOST, und einen Port von 1 bis 65535; nicht %1</translation>
    </message>
    <message>
        <source>There are more than %1 hosts</source>
        <translation>Es sind mehr als %1 Rechner</translation>
    </message>
    <message>
        <source>--terminal: this program was built without ncurses</source>
        <translation>--terminal: Dieses Programm wurde ohne ncurses gebaut</translation>
    </message>
    <message>
        <source>--connect and --hosts show a window, and there is no display</source>
        <translation>--connect und --hosts zeigen ein Fenster, und es gibt keinen Bildschirm</translation>
    </message>
    <message>
        <source>qtrdma-monitor: there is no display; lines of text instead</source>
        <translation>qtrdma-monitor: es gibt keinen Bildschirm; stattdessen Textzeilen</translation>
    </message>
    <message>
        <source>Shows what the RDMA devices of this machine are doing.</source>
        <translation>Zeigt, was die RDMA-Geräte dieses Rechners tun.</translation>
    </message>
    <message>
        <source>Print lines; needs no display.</source>
        <translation>Zeilen ausgeben; braucht keinen Bildschirm.</translation>
    </message>
    <message>
        <source>Show tables in the terminal, in place.</source>
        <translation>Tabellen im Terminal zeigen, an Ort und Stelle.</translation>
    </message>
    <message>
        <source>Print one sample as Prometheus text.</source>
        <translation>Eine Messung als Text für Prometheus ausgeben.</translation>
    </message>
    <message>
        <source>Write it to a file that is replaced with each sample.</source>
        <translation>Ihn in eine Datei schreiben, die mit jeder Messung ersetzt wird.</translation>
    </message>
    <message>
        <source>Serve it over HTTP; &quot;:9879&quot; is on all addresses.</source>
        <translation>Ihn über HTTP anbieten; &quot;:9879&quot; ist an allen Adressen.</translation>
    </message>
    <message>
        <source>Time between two samples.</source>
        <translation>Zeit zwischen zwei Messungen.</translation>
    </message>
    <message>
        <source>End after that many samples, of text or before pictures.</source>
        <translation>Nach so vielen Messungen enden, als Text oder vor Bildern.</translation>
    </message>
    <message>
        <source>Write the samples to a file; -: to standard output, and print nothing.</source>
        <translation>Die Messungen in eine Datei schreiben; -: auf die Standardausgabe, sonst nichts ausgeben.</translation>
    </message>
    <message>
        <source>Show the samples of a file; -: of standard input.</source>
        <translation>Die Messungen einer Datei zeigen; -: der Standardeingabe.</translation>
    </message>
    <message>
        <source>Print nothing, write the last sample to a .csv or .json file.</source>
        <translation>Nichts ausgeben, die letzte Messung in eine .csv- oder .json-Datei schreiben.</translation>
    </message>
    <message>
        <source>Export only devices, ports, gids, details, limits, counters, resources, endpoints, processes, connections or events. A .csv file has one table: counters.</source>
        <translation>Nur devices, ports, gids, details, limits, counters, resources, endpoints, processes, connections oder events exportieren. Eine .csv-Datei hat eine Tabelle: counters.</translation>
    </message>
    <message>
        <source>Write pictures of all pages to a directory and end.</source>
        <translation>Bilder aller Seiten in ein Verzeichnis schreiben und enden.</translation>
    </message>
    <message>
        <source>--size takes several sizes with --screenshot only</source>
        <translation>--size nimmt mehrere Größen nur mit --screenshot</translation>
    </message>
    <message>
        <source>--table takes devices, ports, gids, details, limits, counters, resources, endpoints, processes, connections or events</source>
        <translation>--table nimmt devices, ports, gids, details, limits, counters, resources, endpoints, processes, connections oder events</translation>
    </message>
    <message>
        <source>--listen takes [ADDRESS]:PORT, an address of this machine and a port from 0 to 65535; not %1</source>
        <translation>--listen nimmt [ADRESSE]:PORT, eine Adresse dieses Rechners und einen Port von 0 bis 65535; nicht %1</translation>
    </message>
    <message>
        <source>%1 is there already; --overwrite replaces it</source>
        <translation>%1 gibt es schon; --overwrite ersetzt es</translation>
    </message>
    <message>
        <source>there can be no directory %1</source>
        <translation>ein Verzeichnis %1 kann es nicht geben</translation>
    </message>
    <message>
        <source>%1 cannot be written</source>
        <translation>%1 kann nicht geschrieben werden</translation>
    </message>
    <message>
        <source>Prints the messages of a topic of MQTT, over RDMA.</source>
        <translation>Gibt die Nachrichten eines MQTT-Themas aus, über RDMA.</translation>
    </message>
    <message>
        <source>The topic, which may have wildcards.</source>
        <translation>Das Thema, das Platzhalter haben darf.</translation>
    </message>
    <message>
        <source>it wants HOST:PORT and a topic</source>
        <translation>es will RECHNER:PORT und ein Thema</translation>
    </message>
    <message>
        <source>Sends back what it gets, from a pool of threads.</source>
        <translation>Sendet zurück, was kommt, mit mehreren Threads.</translation>
    </message>
    <message>
        <source>The address to listen on.</source>
        <translation>Die Adresse, an der gelauscht wird.</translation>
    </message>
    <message>
        <source>The port to listen at; 0: any.</source>
        <translation>Der Port, an dem gelauscht wird; 0: irgendeiner.</translation>
    </message>
    <message>
        <source>How many threads.</source>
        <translation>Wie viele Threads.</translation>
    </message>
    <message numerus="yes">
        <source>Listening on port %1 %2, %n threads</source>
        <translation>
            <numerusform>Lauscht an Port %1 %2, %n Thread</numerusform>
            <numerusform>Lauscht an Port %1 %2, %n Threads</numerusform>
        </translation>
    </message>
    <message>
        <source>The thermostat is away</source>
        <translation>Der Thermostat ist weg</translation>
    </message>
    <message>
        <source>%1 degrees, %2 wanted</source>
        <translation>%1 Grad, gewünscht %2</translation>
    </message>
    <message>
        <source>cannot listen at %1</source>
        <translation>kann nicht an %1 lauschen</translation>
    </message>
    <message>
        <source>Listening at %1</source>
        <translation>Lauscht an %1</translation>
    </message>
    <message>
        <source>cannot connect to %1</source>
        <translation>kann sich nicht mit %1 verbinden</translation>
    </message>
    <message>
        <source>An object and its replicas, over RDMA.</source>
        <translation>Ein Objekt und seine Abbilder, über RDMA.</translation>
    </message>
    <message>
        <source>Have the thermostat.</source>
        <translation>Den Thermostaten haben.</translation>
    </message>
    <message>
        <source>Show that of another machine.</source>
        <translation>Den eines anderen Rechners zeigen.</translation>
    </message>
    <message>
        <source>The temperature that is wanted there.</source>
        <translation>Die Temperatur, die dort gewünscht ist.</translation>
    </message>
    <message>
        <source>it wants either --listen or --connect</source>
        <translation>es will entweder --listen oder --connect</translation>
    </message>
    <message>
        <source>All users can read the key in %1: chmod o-r, or better 600</source>
        <translation>Alle Benutzer können den Schlüssel in %1 lesen: chmod o-r, besser 600</translation>
    </message>
    <message>
        <source>%1 has no key in it: 32 random bytes are a good one</source>
        <translation>In %1 ist kein Schlüssel: 32 zufällige Bytes sind ein guter</translation>
    </message>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>Kann %1 nicht lesen: %2</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>%1 has no certificate in PEM format, which begins with -----BEGIN CERTIFICATE-----</source>
        <translation>%1 hat kein Zertifikat im Format PEM, das mit -----BEGIN CERTIFICATE----- beginnt</translation>
    </message>
    <message>
        <source>%1 has no private key in PEM format: one of RSA or of an elliptic curve, without a passphrase</source>
        <translation>%1 hat keinen privaten Schlüssel im Format PEM: einen für RSA oder eine elliptische Kurve, ohne Passwort</translation>
    </message>
    <message>
        <source>The address of the server. The server itself is given none.</source>
        <translation>Die Adresse des Servers. Der Server selbst bekommt keine.</translation>
    </message>
    <message>
        <source>Listening on port %1</source>
        <translation>Lauscht an Port %1</translation>
    </message>
    <message>
        <source>over RDMA (%1)</source>
        <translation>über RDMA (%1)</translation>
    </message>
    <message>
        <source>over TCP</source>
        <translation>über TCP</translation>
    </message>
    <message>
        <source>over TCP: %1</source>
        <translation>über TCP: %1</translation>
    </message>
    <message>
        <source>over RDMA</source>
        <translation>über RDMA</translation>
    </message>
    <message>
        <source>over RDMA or TCP</source>
        <translation>über RDMA oder TCP</translation>
    </message>
    <message>
        <source>over RDMA, or TCP at port %1</source>
        <translation>über RDMA, oder TCP an Port %1</translation>
    </message>
    <message>
        <source>%1 joined %2</source>
        <translation>%1 ist gekommen, %2</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>%1 ist gegangen</translation>
    </message>
    <message>
        <source>A web page that shows how busy machines are.</source>
        <translation>Eine Webseite, die zeigt, wie beschäftigt Rechner sind.</translation>
    </message>
    <message>
        <source>Where the page is, and sources connect.</source>
        <translation>Wo die Seite ist und Quellen sich verbinden.</translation>
    </message>
    <message>
        <source>Measure this machine, for that page.</source>
        <translation>Diesen Rechner messen, für jene Seite.</translation>
    </message>
    <message>
        <source>The name of this machine.</source>
        <translation>Der Name dieses Rechners.</translation>
    </message>
    <message>
        <source>Time between measurements.</source>
        <translation>Zeit zwischen Messungen.</translation>
    </message>
    <message>
        <source>The size of the window. With --screenshot several sizes, with commas between them: else 640x480, 1080x640 and 3840x2160.</source>
        <translation>Die Größe des Fensters. Mit --screenshot mehrere Größen, durch Kommas getrennt: sonst 640x480, 1080x640 und 3840x2160.</translation>
    </message>
    <message>
        <source>The address of an RDMA device of this machine, or its host name.</source>
        <translation>Die Adresse eines RDMA-Geräts dieses Rechners oder dessen Name.</translation>
    </message>
    <message>
        <source>--%1 wants rdma://HOST:PORT or prefer-rdma://HOST:PORT, not &quot;%2&quot;</source>
        <translation>--%1 will rdma://RECHNER:PORT oder prefer-rdma://RECHNER:PORT, nicht „%2“</translation>
    </message>
    <message>
        <source>Cannot write all to the standard output</source>
        <translation>Nicht alles kann in die Standardausgabe geschrieben werden</translation>
    </message>
    <message>
        <source>--%1 and --%2 do not go together; leave out one of them</source>
        <translation>--%1 und --%2 passen nicht zusammen; lass eines davon weg</translation>
    </message>
    <message>
        <source>--table goes with --export only</source>
        <translation>--table geht nur mit --export</translation>
    </message>
    <message>
        <source>--export wants a name that ends with .csv or .json, not &quot;%1&quot;</source>
        <translation>--export braucht einen Namen, der mit .csv oder .json endet, nicht „%1“</translation>
    </message>
    <message>
        <source>--follow goes with --replay only</source>
        <translation>--follow geht nur mit --replay</translation>
    </message>
    <message>
        <source>--replay: %1: %2</source>
        <translation>--replay: %1: %2</translation>
    </message>
    <message>
        <source>With --replay: at the end of the file, wait for what is still written to it.</source>
        <translation>Mit --replay: am Ende der Datei auf das warten, was noch in sie geschrieben wird.</translation>
    </message>
    <message>
        <source>--size takes something like 1280x800, from 640x480 to 8192x8192</source>
        <translation>--size nimmt etwas wie 1280x800, von 640x480 bis 8192x8192</translation>
    </message>
    <message>
        <source>%1 Default port: %2.</source>
        <translation>%1 Vorgabe des Ports: %2.</translation>
    </message>
    <message>
        <source>--%1: %2 is the file that --%3 reads</source>
        <translation>--%1: %2 ist die Datei, die --%3 liest</translation>
    </message>
    <message>
        <source>%1 with TLS</source>
        <translation>%1 mit TLS</translation>
    </message>
    <message>
        <source>--address wants the address of an RDMA device, or a host name</source>
        <translation>--address will die Adresse eines RDMA-Geräts oder einen Rechnernamen</translation>
    </message>
    <message>
        <source>--tls with --listen rdma://... needs --certificate and --private-key</source>
        <translation>--tls mit --listen rdma://... braucht --certificate und --private-key</translation>
    </message>
</context>
<context>
    <name>QCommandLineParser</name>
    <message>
        <source>Displays version information.</source>
        <translation>Zeigt die Version an.</translation>
    </message>
</context>
<context>
    <name>QtRdma</name>
    <message>
        <source>The request was carried out</source>
        <translation>Der Auftrag wurde ausgeführt</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>Es ist nichts falsch.</translation>
    </message>
    <message>
        <source>A message was longer than the buffer or the port takes</source>
        <translation>Eine Nachricht war länger, als der Puffer oder der Port erlaubt</translation>
    </message>
    <message>
        <source>A receive must hold the longest message that the peer sends; a message of a datagram queue pair must fit the MTU.</source>
        <translation>Ein Empfangsauftrag muss die längste Nachricht der Gegenstelle fassen; eine Nachricht eines Datagramm-Queue-Pairs muss in die MTU passen.</translation>
    </message>
    <message>
        <source>The queue pair could not carry out the request</source>
        <translation>Das Queue Pair konnte den Auftrag nicht ausführen</translation>
    </message>
    <message>
        <source>No way may lead to the peer any more: its route, or an address of this machine, was removed, or an interface is down. Otherwise the request does not fit the queue pair, or (iWARP) its local key.</source>
        <translation>Vielleicht führt kein Weg mehr zur Gegenstelle: die Route oder eine Adresse dieses Rechners wurde entfernt, oder eine Schnittstelle ist ausgeschaltet. Sonst passt der Auftrag nicht zum Queue Pair oder (iWARP) zu seinem lokalen Schlüssel.</translation>
    </message>
    <message>
        <source>The end-to-end context of a reliable datagram could not carry out the request</source>
        <translation>Der Ende-zu-Ende-Kontext eines zuverlässigen Datagramms konnte den Auftrag nicht ausführen</translation>
    </message>
    <message>
        <source>Use another type of queue pair: no device of today has reliable datagrams.</source>
        <translation>Verwenden Sie eine andere Art von Queue Pair: kein heutiges Gerät hat zuverlässige Datagramme.</translation>
    </message>
    <message>
        <source>A local buffer lies outside its memory region, or the region&apos;s rights forbid this</source>
        <translation>Ein lokaler Puffer liegt außerhalb seiner Speicherregion, oder deren Rechte verbieten dies</translation>
    </message>
    <message>
        <source>Look at address, length and local key; receives and reads need the right LocalWrite, and region and queue pair the same protection domain.</source>
        <translation>Prüfen Sie Adresse, Länge und lokalen Schlüssel; zum Empfangen und Lesen ist das Recht LocalWrite nötig, und Region und Queue Pair brauchen dieselbe Protection Domain.</translation>
    </message>
    <message>
        <source>The queue pair left its working state before the request was carried out</source>
        <translation>Das Queue Pair verließ seinen Arbeitszustand, bevor der Auftrag ausgeführt war</translation>
    </message>
    <message>
        <source>The cause is what failed before it, or the end of the connection. Where nothing failed before, no way may lead to the peer (rxe of newer kernels). iWARP ends a connection also where the peer has no receive, or refuses a remote key.</source>
        <translation>Die Ursache ist der Fehler davor oder das Ende der Verbindung. Wenn davor nichts fehlschlug, führt vielleicht kein Weg zur Gegenstelle (rxe neuerer Kernel). iWARP beendet eine Verbindung auch dann, wenn die Gegenstelle keinen Empfangsauftrag hat oder einen Remote Key ablehnt.</translation>
    </message>
    <message>
        <source>The memory window could not be bound</source>
        <translation>Das Memory Window konnte nicht gebunden werden</translation>
    </message>
    <message>
        <source>The region needs the right WindowBinding, LocalWrite if the window lets peers write, and the protection domain of the window.</source>
        <translation>Die Region braucht das Recht WindowBinding, außerdem LocalWrite, wenn das Window der Gegenstelle das Schreiben erlaubt, und die Protection Domain des Windows.</translation>
    </message>
    <message>
        <source>The peer answered with something unexpected</source>
        <translation>Die Gegenstelle antwortete mit etwas Unerwartetem</translation>
    </message>
    <message>
        <source>The two queue pairs do not agree on their connection; connect again.</source>
        <translation>Die beiden Queue Pairs sind sich über ihre Verbindung nicht einig; verbinden Sie neu.</translation>
    </message>
    <message>
        <source>The peer&apos;s write with immediate data met a local buffer whose rights forbid it</source>
        <translation>Der Schreibvorgang der Gegenstelle mit Immediate-Daten traf auf einen lokalen Puffer, dessen Rechte ihn verbieten</translation>
    </message>
    <message>
        <source>Give the region the rights LocalWrite and RemoteWrite.</source>
        <translation>Geben Sie der Region die Rechte LocalWrite und RemoteWrite.</translation>
    </message>
    <message>
        <source>The receiving queue pair does not take this operation or this length</source>
        <translation>Das empfangende Queue Pair nimmt diese Operation oder diese Länge nicht an</translation>
    </message>
    <message>
        <source>The receive may be too short, the queue pair may not permit reads or atomics, too many of them may be under way, or a key that is to be invalidated is not valid.</source>
        <translation>Vielleicht ist der Empfangsauftrag zu kurz, das Queue Pair erlaubt kein Lesen oder keine atomaren Operationen, es sind zu viele davon unterwegs, oder ein Schlüssel, der ungültig werden soll, ist nicht gültig.</translation>
    </message>
    <message>
        <source>The peer refused the remote key, the address range or the kind of access</source>
        <translation>Die Gegenstelle lehnte den Remote Key, den Adressbereich oder die Art des Zugriffs ab</translation>
    </message>
    <message>
        <source>Look at remote key and range; the peer&apos;s region may be gone, or lack the right RemoteRead, RemoteWrite, RemoteAtomic, FlushGlobal or FlushPersistent.</source>
        <translation>Prüfen Sie Remote Key und Bereich; die Region der Gegenstelle ist vielleicht fort, oder ihr fehlt das Recht RemoteRead, RemoteWrite, RemoteAtomic, FlushGlobal oder FlushPersistent.</translation>
    </message>
    <message>
        <source>The peer could not carry out the operation</source>
        <translation>Die Gegenstelle konnte die Operation nicht ausführen</translation>
    </message>
    <message>
        <source>The cause is on the peer&apos;s side: look at the failed completion there.</source>
        <translation>Die Ursache liegt bei der Gegenstelle: sehen Sie sich dort den fehlgeschlagenen Abschluss an.</translation>
    </message>
    <message>
        <source>The peer did not acknowledge, however often the message was sent</source>
        <translation>Die Gegenstelle bestätigte die Nachricht nicht, so oft sie auch gesendet wurde</translation>
    </message>
    <message>
        <source>The peer vanished or its queue pair was destroyed, or the network drops everything; a slow network may need a longer acknowledge time-out.</source>
        <translation>Die Gegenstelle ist verschwunden oder ihr Queue Pair wurde zerstört, oder das Netz verwirft alles; ein langsames Netz braucht vielleicht eine längere Wartezeit auf Bestätigungen.</translation>
    </message>
    <message>
        <source>The peer had no receive posted for too long</source>
        <translation>Die Gegenstelle hatte zu lange keinen Empfangsauftrag bereit</translation>
    </message>
    <message>
        <source>The peer must post receives before it is sent to, or faster; more RNR retries give it more time.</source>
        <translation>Die Gegenstelle muss Empfangsaufträge aufgeben, bevor ihr etwas gesendet wird, oder schneller; mehr RNR-Wiederholungen geben ihr mehr Zeit.</translation>
    </message>
    <message>
        <source>The reliable datagram domain of the queue pair is not that of its context</source>
        <translation>Die Reliable Datagram Domain des Queue Pairs ist nicht die seines Kontexts</translation>
    </message>
    <message>
        <source>Use another type of queue pair: no device of today has reliable datagram domains.</source>
        <translation>Verwenden Sie eine andere Art von Queue Pair: kein heutiges Gerät hat Reliable Datagram Domains.</translation>
    </message>
    <message>
        <source>The peer refused a reliable datagram</source>
        <translation>Die Gegenstelle lehnte ein zuverlässiges Datagramm ab</translation>
    </message>
    <message>
        <source>Use another type of queue pair: reliable datagrams have no provider.</source>
        <translation>Verwenden Sie eine andere Art von Queue Pair: zuverlässige Datagramme haben keinen Treiber.</translation>
    </message>
    <message>
        <source>The peer aborted the operation</source>
        <translation>Die Gegenstelle brach die Operation ab</translation>
    </message>
    <message>
        <source>The peer, or its device, put its queue pair into the error state: look there.</source>
        <translation>Die Gegenstelle oder ihr Gerät hat ihr Queue Pair in den Fehlerzustand versetzt: suchen Sie dort.</translation>
    </message>
    <message>
        <source>There is no end-to-end context of that number</source>
        <translation>Es gibt keinen Ende-zu-Ende-Kontext mit dieser Nummer</translation>
    </message>
    <message>
        <source>Only reliable datagrams have such contexts; use another type of queue pair.</source>
        <translation>Nur zuverlässige Datagramme haben solche Kontexte; verwenden Sie eine andere Art von Queue Pair.</translation>
    </message>
    <message>
        <source>The end-to-end context is in a state that permits no requests</source>
        <translation>Der Ende-zu-Ende-Kontext ist in einem Zustand, der keine Aufträge erlaubt</translation>
    </message>
    <message>
        <source>Only reliable datagrams know such states; use another type of queue pair.</source>
        <translation>Nur zuverlässige Datagramme kennen solche Zustände; verwenden Sie eine andere Art von Queue Pair.</translation>
    </message>
    <message>
        <source>The transport failed beyond recovery</source>
        <translation>Der Transport ist endgültig ausgefallen</translation>
    </message>
    <message>
        <source>Destroy the queue pair; if it happens again, look at the kernel&apos;s log (dmesg).</source>
        <translation>Zerstören Sie das Queue Pair; wenn es wieder geschieht, sehen Sie in das Protokoll des Kernels (dmesg).</translation>
    </message>
    <message>
        <source>The peer&apos;s answer did not come in time</source>
        <translation>Die Antwort der Gegenstelle kam nicht rechtzeitig</translation>
    </message>
    <message>
        <source>Look whether the peer is alive and the network passes; then connect again.</source>
        <translation>Prüfen Sie, ob die Gegenstelle läuft und das Netz durchlässig ist; verbinden Sie dann neu.</translation>
    </message>
    <message>
        <source>The request failed, and the device does not say why</source>
        <translation>Der Auftrag schlug fehl, und das Gerät sagt nicht, warum</translation>
    </message>
    <message>
        <source>Software iWARP (siw) says so when the connection ends in the middle of a message. The vendor error, if there is one, and the kernel&apos;s log (dmesg) say more.</source>
        <translation>Software-iWARP (siw) meldet dies, wenn die Verbindung mitten in einer Nachricht endet. Der Fehler des Herstellers, falls es einen gibt, und das Protokoll des Kernels (dmesg) sagen mehr.</translation>
    </message>
    <message>
        <source>An operation of tag matching failed</source>
        <translation>Eine Operation des Tag Matching schlug fehl</translation>
    </message>
    <message>
        <source>Look at the tag list of the shared receive queue: the entry may be in use or gone.</source>
        <translation>Prüfen Sie die Tag-Liste der gemeinsamen Empfangsschlange: der Eintrag ist vielleicht in Gebrauch oder fort.</translation>
    </message>
    <message>
        <source>A tagged message matched, but its rendezvous was not completed by the device</source>
        <translation>Eine Nachricht mit Tag passte, aber das Gerät schloss ihr Rendezvous nicht ab</translation>
    </message>
    <message>
        <source>The software must fetch the data itself and tell the sender.</source>
        <translation>Das Programm muss die Daten selbst holen und es dem Sender mitteilen.</translation>
    </message>
    <message>
        <source>The address was resolved to a device</source>
        <translation>Die Adresse wurde einem Gerät zugeordnet</translation>
    </message>
    <message>
        <source>The route is next (rdma_resolve_route).</source>
        <translation>Als Nächstes kommt die Route (rdma_resolve_route).</translation>
    </message>
    <message>
        <source>The address could not be resolved</source>
        <translation>Die Adresse konnte nicht zugeordnet werden</translation>
    </message>
    <message>
        <source>Check the address, the route (ip route get ADDRESS) and whether the neighbour answers (ip neigh).</source>
        <translation>Prüfen Sie die Adresse, die Route (ip route get ADRESSE) und ob der Nachbar antwortet (ip neigh).</translation>
    </message>
    <message>
        <source>The route to the peer was found</source>
        <translation>Die Route zur Gegenstelle wurde gefunden</translation>
    </message>
    <message>
        <source>The queue pair and the connection are next (rdma_connect).</source>
        <translation>Als Nächstes kommen das Queue Pair und die Verbindung (rdma_connect).</translation>
    </message>
    <message>
        <source>There is no route to the peer</source>
        <translation>Es gibt keine Route zur Gegenstelle</translation>
    </message>
    <message>
        <source>On InfiniBand the subnet manager must run and know the peer; elsewhere look at the state of the port (rdma link).</source>
        <translation>Bei InfiniBand muss der Subnetzmanager laufen und die Gegenstelle kennen; sonst prüfen Sie den Zustand des Ports (rdma link).</translation>
    </message>
    <message>
        <source>A peer asks for a connection</source>
        <translation>Eine Gegenstelle bittet um eine Verbindung</translation>
    </message>
    <message>
        <source>Accept or reject it: the peer waits.</source>
        <translation>Nehmen Sie an oder lehnen Sie ab: die Gegenstelle wartet.</translation>
    </message>
    <message>
        <source>The peer accepted, for a queue pair that the program looks after itself</source>
        <translation>Die Gegenstelle nahm an, für ein Queue Pair, um das sich das Programm selbst kümmert</translation>
    </message>
    <message>
        <source>Bring the queue pair to its ready states, then confirm (rdma_establish).</source>
        <translation>Bringen Sie das Queue Pair in seine bereiten Zustände und bestätigen Sie dann (rdma_establish).</translation>
    </message>
    <message>
        <source>The connection could not be made or completed</source>
        <translation>Die Verbindung konnte nicht hergestellt oder nicht abgeschlossen werden</translation>
    </message>
    <message>
        <source>The status of the event says why; a queue pair that the device refused to bring up is the usual cause. Try again with a new id.</source>
        <translation>Der Status des Ereignisses sagt, warum; meist wollte das Gerät ein Queue Pair nicht in Betrieb nehmen. Versuchen Sie es mit einer neuen Kennung.</translation>
    </message>
    <message>
        <source>The peer does not answer, or cannot be reached</source>
        <translation>Die Gegenstelle antwortet nicht oder ist nicht erreichbar</translation>
    </message>
    <message>
        <source>Check that the host is up, that an RDMA device has the address there, and that no firewall drops UDP port 4791 (RoCE) or the TCP port (iWARP).</source>
        <translation>Prüfen Sie, ob der Rechner läuft, dort ein RDMA-Gerät die Adresse hat und keine Firewall den UDP-Port 4791 (RoCE) oder den TCP-Port (iWARP) sperrt.</translation>
    </message>
    <message>
        <source>The peer, or its connection manager, said no</source>
        <translation>Die Gegenstelle oder ihr Verbindungsmanager lehnte ab</translation>
    </message>
    <message>
        <source>The reason comes with the event, and private data if the program rejected.</source>
        <translation>Der Grund kommt mit dem Ereignis, und private Daten, wenn das Programm ablehnte.</translation>
    </message>
    <message>
        <source>The connection is established</source>
        <translation>Die Verbindung ist hergestellt</translation>
    </message>
    <message>
        <source>Both sides may send.</source>
        <translation>Beide Seiten dürfen senden.</translation>
    </message>
    <message>
        <source>The connection has ended</source>
        <translation>Die Verbindung ist beendet</translation>
    </message>
    <message>
        <source>Requests in flight come back flushed; connect with a new id.</source>
        <translation>Aufträge, die unterwegs sind, kommen verworfen zurück; verbinden Sie mit einer neuen Kennung.</translation>
    </message>
    <message>
        <source>The RDMA device was removed</source>
        <translation>Das RDMA-Gerät wurde entfernt</translation>
    </message>
    <message>
        <source>Let go of all that belongs to the device: its removal waits for that.</source>
        <translation>Geben Sie alles frei, was zu dem Gerät gehört: seine Entfernung wartet darauf.</translation>
    </message>
    <message>
        <source>The multicast group was joined</source>
        <translation>Die Multicast-Gruppe wurde betreten</translation>
    </message>
    <message>
        <source>Attach the queue pair; datagrams of the group arrive from then on.</source>
        <translation>Verbinden Sie das Queue Pair mit ihr; danach kommen Datagramme der Gruppe an.</translation>
    </message>
    <message>
        <source>The multicast group could not be joined, or membership was lost</source>
        <translation>Die Multicast-Gruppe konnte nicht betreten werden, oder die Mitgliedschaft ging verloren</translation>
    </message>
    <message>
        <source>On InfiniBand the subnet manager must permit the group; elsewhere check the address and the interface. Leave and join again.</source>
        <translation>Bei InfiniBand muss der Subnetzmanager die Gruppe erlauben; sonst prüfen Sie Adresse und Schnittstelle. Verlassen Sie die Gruppe und betreten Sie sie erneut.</translation>
    </message>
    <message>
        <source>The address moved to another network device</source>
        <translation>Die Adresse ist zu einem anderen Netzgerät gewandert</translation>
    </message>
    <message>
        <source>A bond has failed over, or the interface was renumbered: connect again.</source>
        <translation>Ein Bond hat umgeschaltet, oder die Schnittstelle hat eine neue Nummer: verbinden Sie neu.</translation>
    </message>
    <message>
        <source>The ended connection&apos;s time of waiting for late packets is over</source>
        <translation>Die Zeit, in der die beendete Verbindung auf späte Pakete wartete, ist vorbei</translation>
    </message>
    <message>
        <source>The number of its queue pair may be used again.</source>
        <translation>Die Nummer ihres Queue Pairs darf wieder verwendet werden.</translation>
    </message>
    <message>
        <source>The name of the service was resolved</source>
        <translation>Der Name des Dienstes wurde aufgelöst</translation>
    </message>
    <message>
        <source>The addresses can be asked for (rdma_query_addrinfo).</source>
        <translation>Die Adressen können erfragt werden (rdma_query_addrinfo).</translation>
    </message>
    <message>
        <source>The name of the service could not be resolved</source>
        <translation>Der Name des Dienstes konnte nicht aufgelöst werden</translation>
    </message>
    <message>
        <source>On InfiniBand the subnet manager must run, and the service must be registered there.</source>
        <translation>Bei InfiniBand muss der Subnetzmanager laufen, und der Dienst muss dort eingetragen sein.</translation>
    </message>
    <message>
        <source>A thread of this program has written an event of its own</source>
        <translation>Ein Thread dieses Programms hat ein eigenes Ereignis geschrieben</translation>
    </message>
    <message>
        <source>Its argument means what the program agreed on.</source>
        <translation>Sein Argument bedeutet, was das Programm vereinbart hat.</translation>
    </message>
    <message>
        <source>librdmacm has written an event for itself</source>
        <translation>librdmacm hat ein Ereignis für sich selbst geschrieben</translation>
    </message>
    <message>
        <source>Nothing is to be done: librdmacm reads it.</source>
        <translation>Es ist nichts zu tun: librdmacm liest es.</translation>
    </message>
    <message>
        <source>The peer has no queue pair left</source>
        <translation>Die Gegenstelle hat kein Queue Pair mehr frei</translation>
    </message>
    <message>
        <source>Close connections of the peer, or raise its limits.</source>
        <translation>Schließen Sie Verbindungen der Gegenstelle, oder erhöhen Sie ihre Grenzen.</translation>
    </message>
    <message>
        <source>The peer has no end-to-end context left</source>
        <translation>Die Gegenstelle hat keinen Ende-zu-Ende-Kontext mehr frei</translation>
    </message>
    <message>
        <source>Only reliable datagrams need one; use another type of queue pair.</source>
        <translation>Nur zuverlässige Datagramme brauchen einen; verwenden Sie eine andere Art von Queue Pair.</translation>
    </message>
    <message>
        <source>The peer lacks resources for the connection</source>
        <translation>Der Gegenstelle fehlen Mittel für die Verbindung</translation>
    </message>
    <message>
        <source>Look at memory and limits of the peer; try again later.</source>
        <translation>Prüfen Sie Speicher und Grenzen der Gegenstelle; versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The connection manager waited in vain for an answer</source>
        <translation>Der Verbindungsmanager wartete vergeblich auf eine Antwort</translation>
    </message>
    <message>
        <source>The peer may be overloaded or its program busy; try again.</source>
        <translation>Die Gegenstelle ist vielleicht überlastet oder ihr Programm beschäftigt; versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>The peer does not support this kind of request</source>
        <translation>Die Gegenstelle unterstützt diese Art von Anfrage nicht</translation>
    </message>
    <message>
        <source>Look at the type of the queue pair and the port space on both sides.</source>
        <translation>Prüfen Sie auf beiden Seiten die Art des Queue Pairs und den Port Space.</translation>
    </message>
    <message>
        <source>The peer knows no connection of that id</source>
        <translation>Die Gegenstelle kennt keine Verbindung mit dieser Kennung</translation>
    </message>
    <message>
        <source>It has closed or restarted meanwhile: connect again.</source>
        <translation>Sie hat inzwischen geschlossen oder neu begonnen: verbinden Sie neu.</translation>
    </message>
    <message>
        <source>The peer knows the id of the connection, but for another instance of it</source>
        <translation>Die Gegenstelle kennt die Kennung der Verbindung, aber als eine andere Verbindung</translation>
    </message>
    <message>
        <source>A message of an earlier connection came late: connect again.</source>
        <translation>Eine Nachricht einer früheren Verbindung kam spät: verbinden Sie neu.</translation>
    </message>
    <message>
        <source>Connection refused: nobody listens on that port</source>
        <translation>Verbindung abgelehnt: niemand lauscht an diesem Port</translation>
    </message>
    <message>
        <source>Start the server, or check the port. A program that uses TCP instead of RDMA does not count, nor does one that takes datagrams only.</source>
        <translation>Starten Sie den Server, oder prüfen Sie den Port. Ein Programm, das TCP statt RDMA verwendet, zählt nicht, ebenso wenig eines, das nur Datagramme annimmt.</translation>
    </message>
    <message>
        <source>The peer refused the type of transport</source>
        <translation>Die Gegenstelle lehnte die Art des Transports ab</translation>
    </message>
    <message>
        <source>Both sides need the same type of queue pair (reliable, unreliable connected).</source>
        <translation>Beide Seiten brauchen dieselbe Art von Queue Pair (zuverlässig, unzuverlässig verbunden).</translation>
    </message>
    <message>
        <source>The peer still holds an old connection of this queue pair number</source>
        <translation>Die Gegenstelle hält noch eine alte Verbindung mit dieser Queue-Pair-Nummer</translation>
    </message>
    <message>
        <source>It ends the old one now: connect again with a new queue pair.</source>
        <translation>Sie beendet die alte jetzt: verbinden Sie mit einem neuen Queue Pair.</translation>
    </message>
    <message>
        <source>The peer has no such reliable datagram channel</source>
        <translation>Die Gegenstelle hat keinen solchen Kanal für zuverlässige Datagramme</translation>
    </message>
    <message>
        <source>No device of today has such channels; use another type of queue pair.</source>
        <translation>Kein heutiges Gerät hat solche Kanäle; verwenden Sie eine andere Art von Queue Pair.</translation>
    </message>
    <message>
        <source>The peer refused the GID of the primary path</source>
        <translation>Die Gegenstelle lehnte die GID des ersten Pfads ab</translation>
    </message>
    <message>
        <source>Look at the GID tables of both ends: the address may have moved.</source>
        <translation>Prüfen Sie die GID-Tabellen beider Seiten: die Adresse ist vielleicht gewandert.</translation>
    </message>
    <message>
        <source>The peer refused the LID of the primary path</source>
        <translation>Die Gegenstelle lehnte die LID des ersten Pfads ab</translation>
    </message>
    <message>
        <source>The subnet manager may have assigned new LIDs: resolve the route again.</source>
        <translation>Der Subnetzmanager hat vielleicht neue LIDs vergeben: lösen Sie die Route neu auf.</translation>
    </message>
    <message>
        <source>The peer refused the service level of the primary path</source>
        <translation>Die Gegenstelle lehnte den Service Level des ersten Pfads ab</translation>
    </message>
    <message>
        <source>Use a service level that the subnet manager permits between the two.</source>
        <translation>Verwenden Sie einen Service Level, den der Subnetzmanager zwischen beiden erlaubt.</translation>
    </message>
    <message>
        <source>The peer refused the traffic class of the primary path</source>
        <translation>Die Gegenstelle lehnte die Traffic Class des ersten Pfads ab</translation>
    </message>
    <message>
        <source>Leave the type of service at its default, or use one that the network permits.</source>
        <translation>Lassen Sie den Type of Service bei seiner Vorgabe, oder verwenden Sie einen, den das Netz erlaubt.</translation>
    </message>
    <message>
        <source>The peer refused the hop limit of the primary path</source>
        <translation>Die Gegenstelle lehnte das Hop Limit des ersten Pfads ab</translation>
    </message>
    <message>
        <source>There may be too many routers between the two.</source>
        <translation>Vielleicht liegen zu viele Router dazwischen.</translation>
    </message>
    <message>
        <source>The peer refused the packet rate of the primary path</source>
        <translation>Die Gegenstelle lehnte die Paketrate des ersten Pfads ab</translation>
    </message>
    <message>
        <source>A link on the way is slower than the path record says: ask the subnet manager again.</source>
        <translation>Ein Link auf dem Weg ist langsamer, als der Path Record sagt: fragen Sie den Subnetzmanager erneut.</translation>
    </message>
    <message>
        <source>The peer refused the GID of the alternate path</source>
        <translation>Die Gegenstelle lehnte die GID des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its GID.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie seine GID.</translation>
    </message>
    <message>
        <source>The peer refused the LID of the alternate path</source>
        <translation>Die Gegenstelle lehnte die LID des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its LID.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie seine LID.</translation>
    </message>
    <message>
        <source>The peer refused the service level of the alternate path</source>
        <translation>Die Gegenstelle lehnte den Service Level des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its service level.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie seinen Service Level.</translation>
    </message>
    <message>
        <source>The peer refused the traffic class of the alternate path</source>
        <translation>Die Gegenstelle lehnte die Traffic Class des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its traffic class.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie seine Traffic Class.</translation>
    </message>
    <message>
        <source>The peer refused the hop limit of the alternate path</source>
        <translation>Die Gegenstelle lehnte das Hop Limit des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its hop limit.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie sein Hop Limit.</translation>
    </message>
    <message>
        <source>The peer refused the packet rate of the alternate path</source>
        <translation>Die Gegenstelle lehnte die Paketrate des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its rate.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie seine Rate.</translation>
    </message>
    <message>
        <source>The peer sends the request to another connection manager</source>
        <translation>Die Gegenstelle verweist die Anfrage an einen anderen Verbindungsmanager</translation>
    </message>
    <message>
        <source>This connection manager does not follow: connect to the other one&apos;s address.</source>
        <translation>Dieser Verbindungsmanager folgt nicht: verbinden Sie mit der Adresse des anderen.</translation>
    </message>
    <message>
        <source>The peer sends the request to another port of its own</source>
        <translation>Die Gegenstelle verweist die Anfrage an einen anderen ihrer Ports</translation>
    </message>
    <message>
        <source>Redirections are not followed: connect to the address of the other port.</source>
        <translation>Verweisen wird nicht gefolgt: verbinden Sie mit der Adresse des anderen Ports.</translation>
    </message>
    <message>
        <source>The peer does not take the MTU of the path</source>
        <translation>Die Gegenstelle nimmt die MTU des Pfads nicht an</translation>
    </message>
    <message>
        <source>Give both interfaces the same MTU.</source>
        <translation>Geben Sie beiden Schnittstellen dieselbe MTU.</translation>
    </message>
    <message>
        <source>The peer cannot serve as many reads and atomics at once as were asked for</source>
        <translation>Die Gegenstelle kann nicht so viele Lese- und atomare Operationen zugleich bedienen, wie verlangt wurden</translation>
    </message>
    <message>
        <source>Ask for fewer (initiatorDepth).</source>
        <translation>Verlangen Sie weniger (initiatorDepth).</translation>
    </message>
    <message>
        <source>The peer refused the connection</source>
        <translation>Die Gegenstelle lehnte die Verbindung ab</translation>
    </message>
    <message>
        <source>Its program said no (the private data may say why), has no room for another request, has ended, or listens on another address of its machine.</source>
        <translation>Ihr Programm lehnte ab (die privaten Daten sagen vielleicht, warum), hat keinen Platz für eine weitere Anfrage, ist beendet oder lauscht an einer anderen Adresse seines Rechners.</translation>
    </message>
    <message>
        <source>The peer refused the number of RNR retries</source>
        <translation>Die Gegenstelle lehnte die Anzahl der RNR-Wiederholungen ab</translation>
    </message>
    <message>
        <source>Use another rnrRetryCount.</source>
        <translation>Verwenden Sie einen anderen rnrRetryCount.</translation>
    </message>
    <message>
        <source>The id of the connection is in use for another one</source>
        <translation>Die Kennung der Verbindung ist für eine andere in Gebrauch</translation>
    </message>
    <message>
        <source>Connect again: the next attempt has an id of its own.</source>
        <translation>Verbinden Sie neu: der nächste Versuch hat eine eigene Kennung.</translation>
    </message>
    <message>
        <source>The peer&apos;s connection manager speaks another version of the protocol</source>
        <translation>Der Verbindungsmanager der Gegenstelle spricht eine andere Version des Protokolls</translation>
    </message>
    <message>
        <source>Bring the drivers of both machines to the same generation.</source>
        <translation>Bringen Sie die Treiber beider Rechner auf denselben Stand.</translation>
    </message>
    <message>
        <source>The peer refused the flow label of the primary path</source>
        <translation>Die Gegenstelle lehnte das Flow Label des ersten Pfads ab</translation>
    </message>
    <message>
        <source>Leave the flow label at 0, or use one that the network permits.</source>
        <translation>Lassen Sie das Flow Label bei 0, oder verwenden Sie eines, das das Netz erlaubt.</translation>
    </message>
    <message>
        <source>The peer refused the flow label of the alternate path</source>
        <translation>Die Gegenstelle lehnte das Flow Label des Ersatzpfads ab</translation>
    </message>
    <message>
        <source>Connect without an alternate path, or correct its flow label.</source>
        <translation>Verbinden Sie ohne Ersatzpfad, oder berichtigen Sie sein Flow Label.</translation>
    </message>
    <message>
        <source>The peer does not support an option of this vendor (enhanced connection)</source>
        <translation>Die Gegenstelle unterstützt eine Option dieses Herstellers nicht (erweiterte Verbindung)</translation>
    </message>
    <message>
        <source>Connect without vendor options, or between devices of one vendor.</source>
        <translation>Verbinden Sie ohne Herstelleroptionen, oder zwischen Geräten eines Herstellers.</translation>
    </message>
    <message>
        <source>Start the server, or check the port; the iWARP port space is that of TCP.</source>
        <translation>Starten Sie den Server, oder prüfen Sie den Port; der Port Space von iWARP ist der von TCP.</translation>
    </message>
    <message>
        <source>Its program said no (the private data may say why), has no room for another request or has ended, or what listens there speaks plain TCP.</source>
        <translation>Ihr Programm lehnte ab (die privaten Daten sagen vielleicht, warum), hat keinen Platz für eine weitere Anfrage oder ist beendet, oder was dort lauscht, spricht einfaches TCP.</translation>
    </message>
    <message>
        <source>The peer did not answer the request in time</source>
        <translation>Die Gegenstelle beantwortete die Anfrage nicht rechtzeitig</translation>
    </message>
    <message>
        <source>Check the address, and whether the host is up and its program not busy.</source>
        <translation>Prüfen Sie die Adresse, ob der Rechner läuft und ob sein Programm nicht beschäftigt ist.</translation>
    </message>
    <message>
        <source>The peer&apos;s answer was no answer of the iWARP protocol</source>
        <translation>Die Antwort der Gegenstelle war keine Antwort des iWARP-Protokolls</translation>
    </message>
    <message>
        <source>What listens there may be a plain TCP server, or speak another revision of MPA.</source>
        <translation>Was dort lauscht, ist vielleicht ein einfacher TCP-Server oder spricht eine andere Fassung von MPA.</translation>
    </message>
    <message>
        <source>There is no way to the peer</source>
        <translation>Es gibt keinen Weg zur Gegenstelle</translation>
    </message>
    <message>
        <source>Check the address and the route (ip route get ADDRESS).</source>
        <translation>Prüfen Sie Adresse und Route (ip route get ADRESSE).</translation>
    </message>
    <message>
        <source>There is no way to the peer&apos;s network</source>
        <translation>Es gibt keinen Weg zum Netz der Gegenstelle</translation>
    </message>
    <message>
        <source>Check the routes of this machine (ip route).</source>
        <translation>Prüfen Sie die Routen dieses Rechners (ip route).</translation>
    </message>
    <message>
        <source>One of the two ends lacks memory for the connection</source>
        <translation>Einem der beiden Enden fehlt Speicher für die Verbindung</translation>
    </message>
    <message>
        <source>Look at the memory of both machines; try again later.</source>
        <translation>Prüfen Sie den Speicher beider Rechner; versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>The connection&apos;s parameters were not accepted</source>
        <translation>Die Parameter der Verbindung wurden nicht angenommen</translation>
    </message>
    <message>
        <source>Look at the length of the private data and the depths of reads.</source>
        <translation>Prüfen Sie die Länge der privaten Daten und die Anzahl gleichzeitiger Lesevorgänge.</translation>
    </message>
    <message>
        <source>The peer&apos;s device does not support what was asked for</source>
        <translation>Das Gerät der Gegenstelle unterstützt nicht, was verlangt wurde</translation>
    </message>
    <message>
        <source>Ask for fewer reads and atomics, or for none.</source>
        <translation>Verlangen Sie weniger Lese- und atomare Operationen, oder keine.</translation>
    </message>
    <message>
        <source>A completion queue overflowed</source>
        <translation>Eine Abschlussschlange ist übergelaufen</translation>
    </message>
    <message>
        <source>Completions are lost: destroy it with its queue pairs, and make it larger.</source>
        <translation>Abschlüsse sind verloren: zerstören Sie sie mit ihren Queue Pairs, und machen Sie sie größer.</translation>
    </message>
    <message>
        <source>A queue pair failed and is in the error state</source>
        <translation>Ein Queue Pair ist ausgefallen und im Fehlerzustand</translation>
    </message>
    <message>
        <source>Reset or destroy it; the kernel&apos;s log (dmesg) may say more.</source>
        <translation>Setzen Sie es zurück oder zerstören Sie es; das Protokoll des Kernels (dmesg) sagt vielleicht mehr.</translation>
    </message>
    <message>
        <source>A queue pair got a request that is none</source>
        <translation>Ein Queue Pair bekam eine Anfrage, die keine ist</translation>
    </message>
    <message>
        <source>The peer breaks the protocol of the transport: end the connection.</source>
        <translation>Die Gegenstelle verletzt das Protokoll des Transports: beenden Sie die Verbindung.</translation>
    </message>
    <message>
        <source>A peer tried an access that the queue pair&apos;s memory does not permit</source>
        <translation>Eine Gegenstelle versuchte einen Zugriff, den der Speicher des Queue Pairs nicht erlaubt</translation>
    </message>
    <message>
        <source>End the connection: the peer uses a wrong or stale remote key.</source>
        <translation>Beenden Sie die Verbindung: die Gegenstelle verwendet einen falschen oder veralteten Remote Key.</translation>
    </message>
    <message>
        <source>The first message arrived before the connection was confirmed</source>
        <translation>Die erste Nachricht kam an, bevor die Verbindung bestätigt war</translation>
    </message>
    <message>
        <source>The connection is as good as established.</source>
        <translation>Die Verbindung ist so gut wie hergestellt.</translation>
    </message>
    <message>
        <source>The send queue has drained</source>
        <translation>Die Sendeschlange ist leer</translation>
    </message>
    <message>
        <source>The attributes of the queue pair can be changed now.</source>
        <translation>Die Attribute des Queue Pairs können jetzt geändert werden.</translation>
    </message>
    <message>
        <source>The connection moved to its alternate path</source>
        <translation>Die Verbindung ist auf ihren Ersatzpfad gewechselt</translation>
    </message>
    <message>
        <source>Load a new alternate path, and look why the primary one failed.</source>
        <translation>Laden Sie einen neuen Ersatzpfad, und prüfen Sie, warum der erste ausfiel.</translation>
    </message>
    <message>
        <source>The connection could not move to its alternate path</source>
        <translation>Die Verbindung konnte nicht auf ihren Ersatzpfad wechseln</translation>
    </message>
    <message>
        <source>Look at the path; the peer may have none loaded.</source>
        <translation>Prüfen Sie den Pfad; vielleicht hat die Gegenstelle keinen geladen.</translation>
    </message>
    <message>
        <source>The device failed beyond recovery</source>
        <translation>Das Gerät ist endgültig ausgefallen</translation>
    </message>
    <message>
        <source>Let go of all that belongs to it; the kernel&apos;s log (dmesg) may say more.</source>
        <translation>Geben Sie alles frei, was zu ihm gehört; das Protokoll des Kernels (dmesg) sagt vielleicht mehr.</translation>
    </message>
    <message>
        <source>A port came up</source>
        <translation>Ein Port wurde aktiv</translation>
    </message>
    <message>
        <source>Connections can be made.</source>
        <translation>Verbindungen sind möglich.</translation>
    </message>
    <message>
        <source>A port went down</source>
        <translation>Ein Port ist ausgefallen</translation>
    </message>
    <message>
        <source>Look at the cable, the switch and the interface (rdma link, ip link).</source>
        <translation>Prüfen Sie Kabel, Switch und Schnittstelle (rdma link, ip link).</translation>
    </message>
    <message>
        <source>The subnet manager gave a port another LID</source>
        <translation>Der Subnetzmanager gab einem Port eine andere LID</translation>
    </message>
    <message>
        <source>Exchanged LIDs are stale: resolve routes again.</source>
        <translation>Ausgetauschte LIDs sind veraltet: lösen Sie Routen neu auf.</translation>
    </message>
    <message>
        <source>The table of partition keys of a port changed</source>
        <translation>Die Tabelle der Partition Keys eines Ports hat sich geändert</translation>
    </message>
    <message>
        <source>Indexes into that table are stale: read it again.</source>
        <translation>Indizes in diese Tabelle sind veraltet: lesen Sie sie neu.</translation>
    </message>
    <message>
        <source>Another subnet manager took over</source>
        <translation>Ein anderer Subnetzmanager hat übernommen</translation>
    </message>
    <message>
        <source>Subscriptions with the old one have to be made again.</source>
        <translation>Anmeldungen beim alten müssen neu gemacht werden.</translation>
    </message>
    <message>
        <source>A shared receive queue failed</source>
        <translation>Eine gemeinsame Empfangsschlange ist ausgefallen</translation>
    </message>
    <message>
        <source>Destroy it with the queue pairs that use it.</source>
        <translation>Zerstören Sie sie mit den Queue Pairs, die sie verwenden.</translation>
    </message>
    <message>
        <source>A shared receive queue fell below its limit of posted receives</source>
        <translation>Eine gemeinsame Empfangsschlange ist unter ihre Grenze an Empfangsaufträgen gefallen</translation>
    </message>
    <message>
        <source>Post receives, and arm the limit again.</source>
        <translation>Geben Sie Empfangsaufträge auf, und schalten Sie die Grenze wieder scharf.</translation>
    </message>
    <message>
        <source>A queue pair in the error state took its last receive from the shared queue</source>
        <translation>Ein Queue Pair im Fehlerzustand nahm seinen letzten Empfangsauftrag aus der gemeinsamen Schlange</translation>
    </message>
    <message>
        <source>It can be destroyed now without losing a receive.</source>
        <translation>Es kann jetzt zerstört werden, ohne dass ein Empfangsauftrag verloren geht.</translation>
    </message>
    <message>
        <source>The subnet manager asks all to register again</source>
        <translation>Der Subnetzmanager bittet alle, sich neu anzumelden</translation>
    </message>
    <message>
        <source>Join multicast groups and register services again.</source>
        <translation>Betreten Sie Multicast-Gruppen erneut, und melden Sie Dienste neu an.</translation>
    </message>
    <message>
        <source>The table of GIDs of a port changed</source>
        <translation>Die GID-Tabelle eines Ports hat sich geändert</translation>
    </message>
    <message>
        <source>An address came or went: read the table again, exchanged GIDs may be stale.</source>
        <translation>Eine Adresse kam hinzu oder ging: lesen Sie die Tabelle neu; ausgetauschte GIDs sind vielleicht veraltet.</translation>
    </message>
    <message>
        <source>A work queue failed and is in the error state</source>
        <translation>Eine Arbeitsschlange ist ausgefallen und im Fehlerzustand</translation>
    </message>
    <message>
        <source>Destroy it with the queue pairs that receive from it.</source>
        <translation>Zerstören Sie sie mit den Queue Pairs, die aus ihr empfangen.</translation>
    </message>
    <message>
        <source>The speed of one or more ports of the device changed</source>
        <translation>Die Geschwindigkeit eines oder mehrerer Ports des Geräts hat sich geändert</translation>
    </message>
    <message>
        <source>Read the attributes of the ports again.</source>
        <translation>Lesen Sie die Attribute der Ports neu.</translation>
    </message>
    <message>
        <source>Check the permissions of /dev/infiniband/*.</source>
        <translation>Prüfen Sie die Rechte von /dev/infiniband/*.</translation>
    </message>
    <message>
        <source>Load an RDMA driver; without hardware: modprobe rdma_rxe, then rdma link add rxe0 type rxe netdev INTERFACE.</source>
        <translation>Laden Sie einen RDMA-Treiber; ohne Hardware: modprobe rdma_rxe, dann rdma link add rxe0 type rxe netdev SCHNITTSTELLE.</translation>
    </message>
    <message>
        <source>The limit of the rdma cgroup is reached: see rdma.max and rdma.current there.</source>
        <translation>Die Grenze der rdma-Cgroup ist erreicht: siehe rdma.max und rdma.current dort.</translation>
    </message>
    <message>
        <source>Raise the limit on processes, which counts threads (ulimit -u, TasksMax= in a systemd unit, pids.max of a cgroup).</source>
        <translation>Erhöhen Sie die Grenze für Prozesse, die auch Threads zählt (ulimit -u, TasksMax= in einer systemd-Unit, pids.max einer Cgroup).</translation>
    </message>
    <message>
        <source>The device may have no more of them, or none like this: rdma resource show counts those that there are, ibv_devinfo -v shows the limits.</source>
        <translation>Das Gerät hat vielleicht keine mehr davon oder keine dieser Art: rdma resource show zählt die vorhandenen, ibv_devinfo -v zeigt die Grenzen.</translation>
    </message>
    <message>
        <source>The process has changed its user, groups or capabilities after the first use of RDMA: do that before, and before the threads start that use it.</source>
        <translation>Der Prozess hat nach der ersten Verwendung von RDMA Benutzer, Gruppen oder Capabilities gewechselt: tun Sie das vorher, und bevor die Threads beginnen, die es verwenden.</translation>
    </message>
    <message>
        <source>The device may have been removed or reset: look at the kernel&apos;s log (dmesg).</source>
        <translation>Das Gerät wurde vielleicht entfernt oder zurückgesetzt: sehen Sie in das Protokoll des Kernels (dmesg).</translation>
    </message>
    <message>
        <source>Raise the limit on open files (ulimit -n).</source>
        <translation>Erhöhen Sie die Grenze für offene Dateien (ulimit -n).</translation>
    </message>
    <message>
        <source>The whole system has too many open files (fs.file-max).</source>
        <translation>Das ganze System hat zu viele offene Dateien (fs.file-max).</translation>
    </message>
    <message>
        <source>The kernel takes calls from the process that opened the device alone, with the user, groups and capabilities it had then.</source>
        <translation>Der Kernel nimmt nur Aufrufe des Prozesses an, der das Gerät geöffnet hat, mit Benutzer, Gruppen und Capabilities von damals.</translation>
    </message>
    <message>
        <source>The kernel takes calls from the process that opened the connection manager alone, with the user, groups and capabilities it had then.</source>
        <translation>Der Kernel nimmt nur Aufrufe des Prozesses an, der den Verbindungsmanager geöffnet hat, mit Benutzer, Gruppen und Capabilities von damals.</translation>
    </message>
    <message>
        <source>Queue pairs for raw packets need CAP_NET_RAW.</source>
        <translation>Queue Pairs für rohe Pakete brauchen CAP_NET_RAW.</translation>
    </message>
    <message>
        <source>A queue key whose highest bit is set needs CAP_NET_RAW, or rdma system set privileged-qkey on.</source>
        <translation>Ein Queue Key, dessen höchstes Bit gesetzt ist, braucht CAP_NET_RAW oder rdma system set privileged-qkey on.</translation>
    </message>
    <message>
        <source>The device, or the interface below it, may have been removed.</source>
        <translation>Das Gerät oder die Schnittstelle darunter wurde vielleicht entfernt.</translation>
    </message>
    <message>
        <source>Check the address, and whether the host is up. Or its program is too busy to take connections.</source>
        <translation>Prüfen Sie die Adresse, und ob der Rechner läuft. Oder sein Programm ist zu beschäftigt, um Verbindungen anzunehmen.</translation>
    </message>
    <message>
        <source>Nobody answers at that address: check it, and whether the host is up.</source>
        <translation>Unter dieser Adresse antwortet niemand: prüfen Sie sie, und ob der Rechner läuft.</translation>
    </message>
    <message>
        <source>Nobody listens at that address and port.</source>
        <translation>An dieser Adresse und diesem Port lauscht niemand.</translation>
    </message>
    <message>
        <source>Another program, or a connection just closed, holds the port.</source>
        <translation>Ein anderes Programm oder eine eben geschlossene Verbindung belegt den Port.</translation>
    </message>
    <message>
        <source>Unknown completion status %1</source>
        <translation>Unbekannter Abschlussstatus %1</translation>
    </message>
    <message>
        <source>Unknown event %1 of the connection manager</source>
        <translation>Unbekanntes Ereignis %1 des Verbindungsmanagers</translation>
    </message>
    <message>
        <source>The connection was rejected for the unknown reason %1</source>
        <translation>Die Verbindung wurde aus dem unbekannten Grund %1 abgelehnt</translation>
    </message>
    <message>
        <source>The connection was rejected with the unknown status %1</source>
        <translation>Die Verbindung wurde mit dem unbekannten Status %1 abgelehnt</translation>
    </message>
    <message>
        <source>Unknown event %1 of the device</source>
        <translation>Unbekanntes Ereignis %1 des Geräts</translation>
    </message>
    <message>
        <source>%1 is %2, it can be %3 to %4</source>
        <translation>%1 ist %2, erlaubt ist %3 bis %4</translation>
    </message>
    <message>
        <source>Socket operation timed out</source>
        <translation>Zeitüberschreitung bei der Socket-Operation</translation>
    </message>
    <message>
        <source>The remote host closed the connection</source>
        <translation>Der entfernte Rechner hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>The object was moved to another thread while it was in use</source>
        <translation>Das Objekt wurde in einen anderen Thread verschoben, während es in Gebrauch war</translation>
    </message>
    <message>
        <source>Move it before it connects, binds or is created, or make it in the thread that uses it.</source>
        <translation>Verschieben Sie es, bevor es verbindet, bindet oder erzeugt wird, oder erzeugen Sie es in dem Thread, der es verwendet.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no end of a bridge</source>
        <translation>„%1“ ist kein Ende einer Brücke</translation>
    </message>
    <message>
        <source>An end looks like host:port, [IPv6]:port, unix:/path or rdma://host:port.</source>
        <translation>Ein Ende sieht aus wie host:port, [IPv6]:port, unix:/pfad oder rdma://host:port.</translation>
    </message>
    <message>
        <source>The device found no way from its GID %1 to the GID %2: is the interface of the first one up, in this network namespace, and in the network of the other, and is the other one there?</source>
        <translation>Das Gerät fand keinen Weg von seiner GID %1 zur GID %2: ist die Schnittstelle der ersten aktiv, in diesem Netz-Namensraum und im Netz der anderen, und ist die andere dort?</translation>
    </message>
    <message>
        <source>None of the first %1 GIDs of %2 is the address %3</source>
        <translation>Keine der ersten %1 GIDs von %2 ist die Adresse %3</translation>
    </message>
    <message>
        <source>%1 is an iWARP device: its queue pairs are connected by the connection manager only</source>
        <translation>%1 ist ein iWARP-Gerät: seine Queue Pairs verbindet nur der Verbindungsmanager</translation>
    </message>
    <message>
        <source>Use connectToHost() and RdmaServer.</source>
        <translation>Verwenden Sie connectToHost() und RdmaServer.</translation>
    </message>
    <message>
        <source>Extended reliable connections (XRC) are not supported</source>
        <translation>Extended Reliable Connections (XRC) werden nicht unterstützt</translation>
    </message>
    <message>
        <source>A shared receive queue for reliable connections saves the same memory.</source>
        <translation>Eine gemeinsame Empfangsschlange für zuverlässige Verbindungen spart denselben Speicher.</translation>
    </message>
    <message>
        <source>Queue pairs of type %1 are not supported</source>
        <translation>Queue Pairs der Art %1 werden nicht unterstützt</translation>
    </message>
    <message>
        <source>A shared receive queue has no room for the routing header of datagrams</source>
        <translation>Eine gemeinsame Empfangsschlange hat keinen Platz für den Routing-Header von Datagrammen</translation>
    </message>
    <message>
        <source>Post receives to the queue pair itself.</source>
        <translation>Geben Sie Empfangsaufträge beim Queue Pair selbst auf.</translation>
    </message>
    <message>
        <source>The endpoint of the peer is not valid</source>
        <translation>Der Endpunkt der Gegenstelle ist nicht gültig</translation>
    </message>
    <message>
        <source>The endpoint of the peer has no GID: on Ethernet there is no other way to it</source>
        <translation>Der Endpunkt der Gegenstelle hat keine GID: auf Ethernet gibt es keinen anderen Weg zu ihm</translation>
    </message>
    <message>
        <source>One of the two sides has an IPv4 address, and the other an IPv6 one</source>
        <translation>Eine der beiden Seiten hat eine IPv4-Adresse, die andere eine IPv6-Adresse</translation>
    </message>
    <message>
        <source>The GID of this side is %1, that of the other %2.</source>
        <translation>Die GID dieser Seite ist %1, die der anderen %2.</translation>
    </message>
    <message>
        <source>The peer was not found within %1 ms</source>
        <translation>Die Gegenstelle wurde nicht innerhalb von %1 ms gefunden</translation>
    </message>
    <message>
        <source>The peer gave up before the connection was made</source>
        <translation>Die Gegenstelle gab auf, bevor die Verbindung hergestellt war</translation>
    </message>
    <message>
        <source>The request came over TCP, and only a stream can accept it</source>
        <translation>Die Anfrage kam über TCP, und nur ein Stream kann sie annehmen</translation>
    </message>
    <message>
        <source>The connection request was answered already</source>
        <translation>Die Verbindungsanfrage wurde schon beantwortet</translation>
    </message>
    <message>
        <source>No answer within %1 ms</source>
        <translation>Keine Antwort innerhalb von %1 ms</translation>
    </message>
    <message>
        <source>it can be %1 to %2</source>
        <translation>erlaubt ist %1 bis %2</translation>
    </message>
    <message>
        <source>The connection option %1 is %2: </source>
        <translation>Die Verbindungsoption %1 ist %2: </translation>
    </message>
    <message>
        <source>The connection manager refuses the option %1: %2</source>
        <translation>Der Verbindungsmanager lehnt die Option %1 ab: %2</translation>
    </message>
    <message>
        <source>The private data has %1 bytes, a request of InfiniBand and RoCE holds %2</source>
        <translation>Die privaten Daten haben %1 Bytes, eine Anfrage von InfiniBand und RoCE fasst %2</translation>
    </message>
    <message>
        <source>Send the rest as a message when connected.</source>
        <translation>Senden Sie den Rest als Nachricht, wenn die Verbindung steht.</translation>
    </message>
    <message>
        <source>this device permits %1 to %2</source>
        <translation>dieses Gerät erlaubt %1 bis %2</translation>
    </message>
    <message>
        <source>No InfiniBand port here reaches the GID %1</source>
        <translation>Kein InfiniBand-Port hier erreicht die GID %1</translation>
    </message>
    <message>
        <source>Ports of RoCE and iWARP connect by IP address; on InfiniBand, look at the state of the port and at the subnet manager.</source>
        <translation>Ports von RoCE und iWARP verbinden über die IP-Adresse; bei InfiniBand prüfen Sie den Zustand des Ports und den Subnetzmanager.</translation>
    </message>
    <message>
        <source>The private data has %1 bytes, a refusal holds %2</source>
        <translation>Die privaten Daten haben %1 Bytes, eine Ablehnung fasst %2</translation>
    </message>
    <message>
        <source>%1 is %2 and must lie between %3 and %4</source>
        <translation>%1 ist %2 und muss zwischen %3 und %4 liegen</translation>
    </message>
    <message>
        <source>alt_ah_attr.port_num is %1 and alt_port_num %2: both are the port of the alternate path</source>
        <translation>alt_ah_attr.port_num ist %1 und alt_port_num %2: beide sind der Port des Ersatzpfads</translation>
    </message>
    <message>
        <source>Linux has alternate paths between InfiniBand ports only, not on Ethernet</source>
        <translation>Linux hat Ersatzpfade nur zwischen InfiniBand-Ports, nicht auf Ethernet</translation>
    </message>
    <message>
        <source>On RoCE and iWARP bond the interfaces, where the device can, and leave the other path to the network.</source>
        <translation>Fassen Sie bei RoCE und iWARP die Schnittstellen zu einem Bond zusammen, wo das Gerät das kann, und überlassen Sie den anderen Weg dem Netz.</translation>
    </message>
    <message>
        <source>A queue pair of type %1 does not go from %2 to %3</source>
        <translation>Ein Queue Pair der Art %1 geht nicht von %2 nach %3</translation>
    </message>
    <message>
        <source>The way is Reset, Initialized, ReadyToReceive, ReadyToSend; each state but Reset may go to Error, and each to Reset.</source>
        <translation>Der Weg ist Reset, Initialized, ReadyToReceive, ReadyToSend; jeder Zustand außer Reset darf nach Error gehen, und jeder nach Reset.</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>es fehlt: %1</translation>
    </message>
    <message>
        <source>not allowed: %1</source>
        <translation>nicht erlaubt: %1</translation>
    </message>
    <message>
        <source>The attributes for a queue pair of type %1 from %2 to %3 are wrong; %4</source>
        <translation>Die Attribute für ein Queue Pair der Art %1 von %2 nach %3 sind falsch; %4</translation>
    </message>
    <message>
        <source>The connection manager connects this queue pair</source>
        <translation>Der Verbindungsmanager verbindet dieses Queue Pair</translation>
    </message>
    <message>
        <source>The private data has %1 bytes, %2 are the most</source>
        <translation>Die privaten Daten haben %1 Bytes, höchstens %2 sind erlaubt</translation>
    </message>
    <message>
        <source>The connection request is empty</source>
        <translation>Die Verbindungsanfrage ist leer</translation>
    </message>
    <message>
        <source>%1 receivers are being looked for already</source>
        <translation>Es werden schon %1 Empfänger gesucht</translation>
    </message>
    <message>
        <source>Linux has no IPv6 multicast groups on RoCE v2</source>
        <translation>Linux hat keine IPv6-Multicast-Gruppen auf RoCE v2</translation>
    </message>
    <message>
        <source>Use a group with an IPv4 address.</source>
        <translation>Verwenden Sie eine Gruppe mit einer IPv4-Adresse.</translation>
    </message>
    <message>
        <source>%1 is not the address of a multicast group</source>
        <translation>%1 ist nicht die Adresse einer Multicast-Gruppe</translation>
    </message>
    <message>
        <source>%1 is not an address of a device</source>
        <translation>%1 ist keine Adresse eines Geräts</translation>
    </message>
    <message>
        <source>Symbols that came in damaged: a bad cable, connector or transceiver.</source>
        <translation>Symbole, die beschädigt ankamen: ein schlechtes Kabel, ein schlechter Stecker oder Transceiver.</translation>
    </message>
    <message>
        <source>The link was trained again after an error, and came back.</source>
        <translation>Der Link wurde nach einem Fehler neu ausgehandelt und kam zurück.</translation>
    </message>
    <message>
        <source>The link went down.</source>
        <translation>Der Link ist ausgefallen.</translation>
    </message>
    <message>
        <source>Packets received with an error: damaged, or malformed.</source>
        <translation>Pakete, die mit einem Fehler ankamen: beschädigt oder fehlerhaft gebaut.</translation>
    </message>
    <message>
        <source>Packets received that another hop had marked as bad: look further up the path.</source>
        <translation>Angekommene Pakete, die schon eine andere Station als schlecht gekennzeichnet hatte: suchen Sie weiter vorn auf dem Weg.</translation>
    </message>
    <message>
        <source>Packets received that could not be passed on.</source>
        <translation>Angekommene Pakete, die nicht weitergegeben werden konnten.</translation>
    </message>
    <message>
        <source>Packets thrown away before they were sent: the link is down, or congested for too long.</source>
        <translation>Pakete, die vor dem Senden verworfen wurden: der Link ist ausgefallen oder zu lange überlastet.</translation>
    </message>
    <message>
        <source>Packets not sent because a partition key or raw filter forbids it.</source>
        <translation>Pakete, die nicht gesendet wurden, weil ein Partition Key oder Filter es verbietet.</translation>
    </message>
    <message>
        <source>Packets refused on arrival because a partition key or raw filter forbids it.</source>
        <translation>Pakete, die bei der Ankunft abgelehnt wurden, weil ein Partition Key oder Filter es verbietet.</translation>
    </message>
    <message>
        <source>Too many physical errors in a row on this link.</source>
        <translation>Zu viele physische Fehler hintereinander auf diesem Link.</translation>
    </message>
    <message>
        <source>Receive buffers of the port overran: flow control does not work.</source>
        <translation>Empfangspuffer des Ports sind übergelaufen: die Flusskontrolle arbeitet nicht.</translation>
    </message>
    <message>
        <source>Management packets dropped for want of buffers.</source>
        <translation>Verwaltungspakete, die aus Mangel an Puffern verworfen wurden.</translation>
    </message>
    <message>
        <source>Ticks in which there was data to send and no credit to send it: congestion.</source>
        <translation>Ticks, in denen es Daten zu senden, aber kein Guthaben dafür gab: Überlast.</translation>
    </message>
    <message>
        <source>Bytes sent; the kernel counts words of four.</source>
        <translation>Gesendete Bytes; der Kernel zählt Wörter zu vier Bytes.</translation>
    </message>
    <message>
        <source>Bytes received; the kernel counts words of four.</source>
        <translation>Empfangene Bytes; der Kernel zählt Wörter zu vier Bytes.</translation>
    </message>
    <message>
        <source>Packets sent.</source>
        <translation>Gesendete Pakete.</translation>
    </message>
    <message>
        <source>Packets received.</source>
        <translation>Empfangene Pakete.</translation>
    </message>
    <message>
        <source>Unicast packets sent.</source>
        <translation>Gesendete Unicast-Pakete.</translation>
    </message>
    <message>
        <source>Unicast packets received.</source>
        <translation>Empfangene Unicast-Pakete.</translation>
    </message>
    <message>
        <source>Multicast packets sent.</source>
        <translation>Gesendete Multicast-Pakete.</translation>
    </message>
    <message>
        <source>Multicast packets received.</source>
        <translation>Empfangene Multicast-Pakete.</translation>
    </message>
    <message>
        <source>Messages arrived for which no receive was posted: the sender had to wait or failed.</source>
        <translation>Es kamen Nachrichten an, für die kein Empfangsauftrag bereit war: der Sender musste warten oder scheiterte.</translation>
    </message>
    <message>
        <source>Packets arrived out of order: some were lost, or took another path.</source>
        <translation>Pakete kamen in falscher Reihenfolge an: einige gingen verloren oder nahmen einen anderen Weg.</translation>
    </message>
    <message>
        <source>Requests that had come before: the peer did not get the acknowledgement in time.</source>
        <translation>Anfragen, die schon einmal gekommen waren: die Gegenstelle bekam die Bestätigung nicht rechtzeitig.</translation>
    </message>
    <message>
        <source>The peer had no receive posted (receiver not ready).</source>
        <translation>Die Gegenstelle hatte keinen Empfangsauftrag bereit (receiver not ready).</translation>
    </message>
    <message>
        <source>The peer reported a gap: packets sent from here were lost.</source>
        <translation>Die Gegenstelle meldete eine Lücke: von hier gesendete Pakete gingen verloren.</translation>
    </message>
    <message>
        <source>An answer came for a later request than the one expected: a read or atomic was lost.</source>
        <translation>Es kam eine Antwort auf eine spätere Anfrage als die erwartete: eine Lese- oder atomare Operation ging verloren.</translation>
    </message>
    <message>
        <source>No acknowledgement came in time: packets or acknowledgements were lost, or the peer is gone.</source>
        <translation>Es kam keine Bestätigung rechtzeitig: Pakete oder Bestätigungen gingen verloren, oder die Gegenstelle ist fort.</translation>
    </message>
    <message>
        <source>A message was longer than the receive that was posted for it.</source>
        <translation>Eine Nachricht war länger als der Empfangsauftrag, der für sie bereitlag.</translation>
    </message>
    <message>
        <source>Receives that completed with an error.</source>
        <translation>Empfangsaufträge, die mit einem Fehler endeten.</translation>
    </message>
    <message>
        <source>Sends that completed with an error.</source>
        <translation>Sendeaufträge, die mit einem Fehler endeten.</translation>
    </message>
    <message>
        <source>The peer refused a request as invalid.</source>
        <translation>Die Gegenstelle lehnte eine Anfrage als ungültig ab.</translation>
    </message>
    <message>
        <source>The peer refused access to its memory: a wrong rkey, address or right.</source>
        <translation>Die Gegenstelle verweigerte den Zugriff auf ihren Speicher: ein falscher Remote Key, eine falsche Adresse oder ein fehlendes Recht.</translation>
    </message>
    <message>
        <source>A peer asked for memory that it may not have: a wrong rkey, address or right.</source>
        <translation>Eine Gegenstelle verlangte Speicher, den sie nicht haben darf: ein falscher Remote Key, eine falsche Adresse oder ein fehlendes Recht.</translation>
    </message>
    <message>
        <source>Receives that were flushed because their queue pair ended; each closed connection has some.</source>
        <translation>Empfangsaufträge, die verworfen wurden, weil ihr Queue Pair endete; jede geschlossene Verbindung hat einige.</translation>
    </message>
    <message>
        <source>Sends that were flushed because their queue pair ended.</source>
        <translation>Sendeaufträge, die verworfen wurden, weil ihr Queue Pair endete.</translation>
    </message>
    <message>
        <source>A peer did not answer any more, and the connection ended.</source>
        <translation>Eine Gegenstelle antwortete nicht mehr, und die Verbindung endete.</translation>
    </message>
    <message>
        <source>A peer had no receive posted for too long, and the connection ended.</source>
        <translation>Eine Gegenstelle hatte zu lange keinen Empfangsauftrag bereit, und die Verbindung endete.</translation>
    </message>
    <message>
        <source>Packets sent again by RoCE&apos;s adaptive retransmission.</source>
        <translation>Pakete, die RoCEs anpassende Wiederholung erneut sendete.</translation>
    </message>
    <message>
        <source>Time-outs of RoCE&apos;s adaptive retransmission.</source>
        <translation>Zeitüberschreitungen von RoCEs anpassender Wiederholung.</translation>
    </message>
    <message>
        <source>RoCE slow restarts after a pause.</source>
        <translation>Langsame Neustarts von RoCE nach einer Pause.</translation>
    </message>
    <message>
        <source>Congestion notifications that a slow restart made.</source>
        <translation>Überlastmeldungen, die ein langsamer Neustart erzeugte.</translation>
    </message>
    <message>
        <source>Changes of the slow restart&apos;s state.</source>
        <translation>Änderungen des Zustands beim langsamen Neustart.</translation>
    </message>
    <message>
        <source>Congestion notifications that slowed this sender down.</source>
        <translation>Überlastmeldungen, die diesen Sender gebremst haben.</translation>
    </message>
    <message>
        <source>Congestion notifications that were ignored: congestion control is off or set up wrongly.</source>
        <translation>Überlastmeldungen, die nicht beachtet wurden: die Überlastregelung ist aus oder falsch eingerichtet.</translation>
    </message>
    <message>
        <source>Congestion notifications sent to peers whose packets were marked on the way.</source>
        <translation>Überlastmeldungen an Gegenstellen, deren Pakete unterwegs gekennzeichnet wurden.</translation>
    </message>
    <message>
        <source>RoCE packets that a switch had marked: there is congestion.</source>
        <translation>RoCE-Pakete, die ein Switch gekennzeichnet hatte: es gibt Überlast.</translation>
    </message>
    <message>
        <source>RoCE packets with a wrong checksum.</source>
        <translation>RoCE-Pakete mit falscher Prüfsumme.</translation>
    </message>
    <message>
        <source>RDMA writes received.</source>
        <translation>Empfangene RDMA-Schreibvorgänge.</translation>
    </message>
    <message>
        <source>RDMA reads received.</source>
        <translation>Empfangene RDMA-Lesevorgänge.</translation>
    </message>
    <message>
        <source>Atomic operations received.</source>
        <translation>Empfangene atomare Operationen.</translation>
    </message>
    <message>
        <source>Requests to connect to dynamically connected targets.</source>
        <translation>Verbindungsanfragen an dynamisch verbundene Ziele (DCT).</translation>
    </message>
    <message>
        <source>Requests arrived out of order: some were lost.</source>
        <translation>Anfragen kamen in falscher Reihenfolge an: einige gingen verloren.</translation>
    </message>
    <message>
        <source>A message arrived for which no receive was posted; the peer was told to wait.</source>
        <translation>Eine Nachricht kam an, für die kein Empfangsauftrag bereit war; die Gegenstelle sollte warten.</translation>
    </message>
    <message>
        <source>Packets whose acknowledgement was put off.</source>
        <translation>Pakete, deren Bestätigung aufgeschoben wurde.</translation>
    </message>
    <message>
        <source>Requests were sent again because no acknowledgement came in time.</source>
        <translation>Anfragen wurden erneut gesendet, weil keine Bestätigung rechtzeitig kam.</translation>
    </message>
    <message>
        <source>Packets that the network interface did not take.</source>
        <translation>Pakete, die die Netzschnittstelle nicht annahm.</translation>
    </message>
    <message>
        <source>Messages sent.</source>
        <translation>Gesendete Nachrichten.</translation>
    </message>
    <message>
        <source>Messages received.</source>
        <translation>Empfangene Nachrichten.</translation>
    </message>
    <message>
        <source>Protection domains in use.</source>
        <translation>Protection Domains in Gebrauch.</translation>
    </message>
    <message>
        <source>Address handles in use.</source>
        <translation>Address Handles in Gebrauch.</translation>
    </message>
    <message>
        <source>Queue pairs in use.</source>
        <translation>Queue Pairs in Gebrauch.</translation>
    </message>
    <message>
        <source>Reliable queue pairs in use.</source>
        <translation>Zuverlässige Queue Pairs in Gebrauch.</translation>
    </message>
    <message>
        <source>Datagram queue pairs in use.</source>
        <translation>Datagramm-Queue-Pairs in Gebrauch.</translation>
    </message>
    <message>
        <source>Shared receive queues in use.</source>
        <translation>Gemeinsame Empfangsschlangen in Gebrauch.</translation>
    </message>
    <message>
        <source>Completion queues in use.</source>
        <translation>Abschlussschlangen in Gebrauch.</translation>
    </message>
    <message>
        <source>Memory regions in use.</source>
        <translation>Speicherregionen in Gebrauch.</translation>
    </message>
    <message>
        <source>Memory windows in use.</source>
        <translation>Memory Windows in Gebrauch.</translation>
    </message>
    <message>
        <source>Bytes received.</source>
        <translation>Empfangene Bytes.</translation>
    </message>
    <message>
        <source>Bytes sent.</source>
        <translation>Gesendete Bytes.</translation>
    </message>
    <message>
        <source>Errors that were mended by sending again.</source>
        <translation>Fehler, die durch erneutes Senden behoben wurden.</translation>
    </message>
    <message>
        <source>RoCE packets received with an error.</source>
        <translation>RoCE-Pakete, die mit einem Fehler ankamen.</translation>
    </message>
    <message>
        <source>RoCE packets thrown away on arrival.</source>
        <translation>RoCE-Pakete, die bei der Ankunft verworfen wurden.</translation>
    </message>
    <message>
        <source>RoCE packets that could not be sent for an error.</source>
        <translation>RoCE-Pakete, die wegen eines Fehlers nicht gesendet werden konnten.</translation>
    </message>
    <message>
        <source>RoCE packets thrown away before they were sent.</source>
        <translation>RoCE-Pakete, die vor dem Senden verworfen wurden.</translation>
    </message>
    <message>
        <source>Packets dropped because the adapter ran out of buffers.</source>
        <translation>Pakete, die verworfen wurden, weil dem Adapter die Puffer ausgingen.</translation>
    </message>
    <message>
        <source>Packets dropped because they came out of order.</source>
        <translation>Pakete, die verworfen wurden, weil sie in falscher Reihenfolge kamen.</translation>
    </message>
    <message>
        <source>Packets sent again after a time-out.</source>
        <translation>Pakete, die nach einer Zeitüberschreitung erneut gesendet wurden.</translation>
    </message>
    <message>
        <source>Answers to reads or atomics that never came.</source>
        <translation>Antworten auf Lese- oder atomare Operationen, die nie kamen.</translation>
    </message>
    <message>
        <source>Congestion notifications received.</source>
        <translation>Empfangene Überlastmeldungen.</translation>
    </message>
    <message>
        <source>Congestion notifications sent.</source>
        <translation>Gesendete Überlastmeldungen.</translation>
    </message>
    <message>
        <source>Packets that a switch had marked: there is congestion.</source>
        <translation>Pakete, die ein Switch gekennzeichnet hatte: es gibt Überlast.</translation>
    </message>
    <message>
        <source>Bytes received over IPv4.</source>
        <translation>Über IPv4 empfangene Bytes.</translation>
    </message>
    <message>
        <source>Bytes sent over IPv4.</source>
        <translation>Über IPv4 gesendete Bytes.</translation>
    </message>
    <message>
        <source>Bytes received over IPv6.</source>
        <translation>Über IPv6 empfangene Bytes.</translation>
    </message>
    <message>
        <source>Bytes sent over IPv6.</source>
        <translation>Über IPv6 gesendete Bytes.</translation>
    </message>
    <message>
        <source>IPv4 packets thrown away on arrival.</source>
        <translation>IPv4-Pakete, die bei der Ankunft verworfen wurden.</translation>
    </message>
    <message>
        <source>IPv6 packets thrown away on arrival.</source>
        <translation>IPv6-Pakete, die bei der Ankunft verworfen wurden.</translation>
    </message>
    <message>
        <source>IPv4 packets that had no route.</source>
        <translation>IPv4-Pakete, für die es keine Route gab.</translation>
    </message>
    <message>
        <source>IPv6 packets that had no route.</source>
        <translation>IPv6-Pakete, für die es keine Route gab.</translation>
    </message>
    <message>
        <source>TCP segments received (iWARP).</source>
        <translation>Empfangene TCP-Segmente (iWARP).</translation>
    </message>
    <message>
        <source>TCP segments sent (iWARP).</source>
        <translation>Gesendete TCP-Segmente (iWARP).</translation>
    </message>
    <message>
        <source>TCP segments sent again: packets were lost.</source>
        <translation>Erneut gesendete TCP-Segmente: Pakete gingen verloren.</translation>
    </message>
    <message>
        <source>TCP segments with options that cannot be used.</source>
        <translation>TCP-Segmente mit Optionen, die nicht verwendbar sind.</translation>
    </message>
    <message>
        <source>TCP segments that break the protocol.</source>
        <translation>TCP-Segmente, die das Protokoll verletzen.</translation>
    </message>
    <message>
        <source>Packets with a VLAN that is not set up here.</source>
        <translation>Pakete mit einem VLAN, das hier nicht eingerichtet ist.</translation>
    </message>
    <message>
        <source>Congestion notifications that were ignored.</source>
        <translation>Überlastmeldungen, die nicht beachtet wurden.</translation>
    </message>
    <message>
        <source>RDMA reads sent.</source>
        <translation>Gesendete RDMA-Lesevorgänge.</translation>
    </message>
    <message>
        <source>RDMA writes sent.</source>
        <translation>Gesendete RDMA-Schreibvorgänge.</translation>
    </message>
    <message>
        <source>nothing in the file</source>
        <translation>in der Datei steht nichts</translation>
    </message>
    <message>
        <source>not a number: %1</source>
        <translation>keine Zahl: %1</translation>
    </message>
    <message>
        <source>After the connection: </source>
        <translation>Nach der Verbindung: </translation>
    </message>
    <message>
        <source>The peer reset the connection: </source>
        <translation>Die Gegenstelle hat die Verbindung zurückgesetzt: </translation>
    </message>
    <message>
        <source>The remote host aborted the connection</source>
        <translation>Der entfernte Rechner hat die Verbindung abgebrochen</translation>
    </message>
    <message>
        <source>The peer does not have the same pre-shared key</source>
        <translation>Die Gegenstelle hat nicht denselben vorab vereinbarten Schlüssel</translation>
    </message>
    <message>
        <source>The peer broke the stream protocol: it </source>
        <translation>Die Gegenstelle verletzte das Stream-Protokoll: sie </translation>
    </message>
    <message>
        <source>The connection ended before the peer had proved that it has the pre-shared key</source>
        <translation>Die Verbindung endete, bevor die Gegenstelle bewiesen hatte, dass sie den vorab vereinbarten Schlüssel hat</translation>
    </message>
    <message>
        <source>the peer&apos;s lowest version %1 is above its version %2</source>
        <translation>die kleinste Version %1 der Gegenstelle liegt über ihrer Version %2</translation>
    </message>
    <message>
        <source>the peer&apos;s slot size of %1 bytes is out of range</source>
        <translation>die Slotgröße der Gegenstelle von %1 Bytes liegt außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>the peer&apos;s window of %1 frames is out of range</source>
        <translation>das Fenster der Gegenstelle von %1 Frames liegt außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>the peer&apos;s keepalive of %1 ms is out of range</source>
        <translation>das Keepalive der Gegenstelle von %1 ms liegt außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>the peer&apos;s control quotas of 0x%1 are too small</source>
        <translation>die Steuerkontingente 0x%1 der Gegenstelle sind zu klein</translation>
    </message>
    <message>
        <source>The server took this side for a program that is not QtRdma</source>
        <translation>Der Server hielt diese Seite für ein Programm, das nicht QtRdma ist</translation>
    </message>
    <message>
        <source>This side is too old for the server</source>
        <translation>Diese Seite ist zu alt für den Server</translation>
    </message>
    <message>
        <source>This side is too new for the server</source>
        <translation>Diese Seite ist zu neu für den Server</translation>
    </message>
    <message>
        <source>The server refused a value of the handshake</source>
        <translation>Der Server lehnte einen Wert des Handshakes ab</translation>
    </message>
    <message>
        <source>The server is busy: it takes no more connections for now</source>
        <translation>Der Server ist beschäftigt: er nimmt zurzeit keine weiteren Verbindungen an</translation>
    </message>
    <message>
        <source>The server has as many connections as it takes</source>
        <translation>Der Server hat so viele Verbindungen, wie er annimmt</translation>
    </message>
    <message>
        <source>The server is closing</source>
        <translation>Der Server wird geschlossen</translation>
    </message>
    <message>
        <source>The server and this side do not have the same pre-shared key</source>
        <translation>Der Server und diese Seite haben nicht denselben vorab vereinbarten Schlüssel</translation>
    </message>
    <message>
        <source>The server lacks memory or another resource for the connection</source>
        <translation>Dem Server fehlen Speicher oder andere Mittel für die Verbindung</translation>
    </message>
    <message>
        <source>the peer does not speak the QtRdma stream protocol</source>
        <translation>die Gegenstelle spricht nicht das Stream-Protokoll von QtRdma</translation>
    </message>
    <message>
        <source>the peer&apos;s handshake of %1 bytes is incomplete</source>
        <translation>der Handshake der Gegenstelle von %1 Bytes ist unvollständig</translation>
    </message>
    <message>
        <source>the peer needs version %1 of the stream protocol, this side speaks version %2</source>
        <translation>die Gegenstelle braucht Version %1 des Stream-Protokolls, diese Seite spricht Version %2</translation>
    </message>
    <message>
        <source>the peer speaks version %1 of the stream protocol, this side needs version %2</source>
        <translation>die Gegenstelle spricht Version %1 des Stream-Protokolls, diese Seite braucht Version %2</translation>
    </message>
    <message>
        <source>reserved bytes of the peer&apos;s handshake are not zero</source>
        <translation>reservierte Bytes im Handshake der Gegenstelle sind nicht null</translation>
    </message>
    <message>
        <source>the peer chose version %1, which was not offered</source>
        <translation>die Gegenstelle wählte Version %1, die nicht angeboten wurde</translation>
    </message>
    <message>
        <source>the peer agreed to features 0x%1, which were not offered</source>
        <translation>die Gegenstelle stimmte den Merkmalen 0x%1 zu, die nicht angeboten wurden</translation>
    </message>
    <message>
        <source>The server refused for the unknown reason %1</source>
        <translation>Der Server lehnte aus dem unbekannten Grund %1 ab</translation>
    </message>
    <message>
        <source>%1: it speaks versions %2 to %3 of the stream protocol</source>
        <translation>%1: er spricht die Versionen %2 bis %3 des Stream-Protokolls</translation>
    </message>
    <message>
        <source>one side has a pre-shared key, the other has none</source>
        <translation>eine Seite hat einen vorab vereinbarten Schlüssel, die andere keinen</translation>
    </message>
    <message>
        <source>the peer has no pre-shared key</source>
        <translation>die Gegenstelle hat keinen vorab vereinbarten Schlüssel</translation>
    </message>
    <message>
        <source>A slice is of another protection domain than the stream</source>
        <translation>Ein Slice gehört zu einer anderen Protection Domain als der Stream</translation>
    </message>
    <message>
        <source>Register the memory in RdmaStream::protectionDomain().</source>
        <translation>Registrieren Sie den Speicher in RdmaStream::protectionDomain().</translation>
    </message>
    <message>
        <source>The pre-shared key is empty</source>
        <translation>Der vorab vereinbarte Schlüssel ist leer</translation>
    </message>
    <message>
        <source>Check that the key was read from where it is kept.</source>
        <translation>Prüfen Sie, ob der Schlüssel von dort gelesen wurde, wo er aufbewahrt wird.</translation>
    </message>
    <message>
        <source>rsockets has no place for a pre-shared key</source>
        <translation>rsockets hat keinen Platz für einen vorab vereinbarten Schlüssel</translation>
    </message>
    <message>
        <source>A program that uses rsockets answers no questions: answerTimeout</source>
        <translation>Ein Programm, das rsockets verwendet, beantwortet keine Fragen: answerTimeout</translation>
    </message>
    <message>
        <source>this side has a pre-shared key, and rsockets no place for one</source>
        <translation>diese Seite hat einen vorab vereinbarten Schlüssel, und rsockets keinen Platz dafür</translation>
    </message>
    <message>
        <source>The device takes no inline data, which rsockets needs</source>
        <translation>Das Gerät nimmt keine Inline-Daten an, die rsockets braucht</translation>
    </message>
    <message>
        <source>The peer broke the rsockets protocol: it </source>
        <translation>Die Gegenstelle verletzte das rsockets-Protokoll: sie </translation>
    </message>
    <message>
        <source>the peer&apos;s list of %1 targets is out of range</source>
        <translation>die Liste der Gegenstelle von %1 Zielen liegt außerhalb der Grenzen</translation>
    </message>
    <message>
        <source>the peer&apos;s list of targets is beyond the end of memory</source>
        <translation>die Zielliste der Gegenstelle liegt hinter dem Ende des Speichers</translation>
    </message>
    <message>
        <source>the peer grants no memory</source>
        <translation>die Gegenstelle gewährt keinen Speicher</translation>
    </message>
    <message>
        <source>the peer grants memory beyond the end of memory</source>
        <translation>die Gegenstelle gewährt Speicher hinter dem Ende des Speichers</translation>
    </message>
    <message>
        <source>the peer&apos;s handshake of %1 bytes is too short for rsockets</source>
        <translation>der Handshake der Gegenstelle von %1 Bytes ist zu kurz für rsockets</translation>
    </message>
    <message>
        <source>the peer speaks version %1 of rsockets, this side version 1</source>
        <translation>die Gegenstelle spricht Version %1 von rsockets, diese Seite Version 1</translation>
    </message>
    <message>
        <source>%1 is reached through %2, which has no RDMA device</source>
        <translation>%1 wird über %2 erreicht, wo es kein RDMA-Gerät gibt</translation>
    </message>
    <message>
        <source>%1. RDMA would be faster: %2</source>
        <translation>%1. RDMA wäre schneller: %2</translation>
    </message>
    <message>
        <source>%1 did not answer over RDMA within %2 ms</source>
        <translation>%1 antwortete über RDMA nicht innerhalb von %2 ms</translation>
    </message>
    <message>
        <source>Over RDMA: %1. %2</source>
        <translation>Über RDMA: %1. %2</translation>
    </message>
    <message>
        <source>The peer did not prove that it has the pre-shared key: </source>
        <translation>Die Gegenstelle bewies nicht, dass sie den vorab vereinbarten Schlüssel hat: </translation>
    </message>
    <message>
        <source>Over TCP no program answers questions: answerTimeout</source>
        <translation>Über TCP beantwortet kein Programm Fragen: answerTimeout</translation>
    </message>
    <message>
        <source>A slice is of memory that the processor does not see, and the stream goes over TCP</source>
        <translation>Ein Slice liegt in Speicher, den der Prozessor nicht sieht, und der Stream geht über TCP</translation>
    </message>
    <message>
        <source>Register memory of this machine in place of the device&apos;s.</source>
        <translation>Registrieren Sie Speicher dieses Rechners anstelle dessen des Geräts.</translation>
    </message>
    <message>
        <source>it does not begin with the proof of a pre-shared key</source>
        <translation>sie beginnt nicht mit dem Beweis eines vorab vereinbarten Schlüssels</translation>
    </message>
    <message>
        <source>it speaks version %1 of the proof, this side speaks %2</source>
        <translation>sie spricht Version %1 des Beweises, diese Seite spricht %2</translation>
    </message>
    <message>
        <source>it speaks for the wrong side</source>
        <translation>sie spricht für die falsche Seite</translation>
    </message>
    <message>
        <source>it does not offer TCP</source>
        <translation>sie bietet kein TCP an</translation>
    </message>
    <message>
        <source>it does not have the same pre-shared key, or something between has changed what one side offers</source>
        <translation>sie hat nicht denselben vorab vereinbarten Schlüssel, oder etwas dazwischen hat geändert, was eine Seite anbietet</translation>
    </message>
    <message>
        <source>Start the server, or look at its port: over TCP nobody listens there.</source>
        <translation>Starten Sie den Server, oder prüfen Sie seinen Port: über TCP lauscht dort niemand.</translation>
    </message>
    <message>
        <source>Look at the route (ip route get ADDRESS), and whether the host is up.</source>
        <translation>Prüfen Sie die Route (ip route get ADRESSE), und ob der Rechner läuft.</translation>
    </message>
    <message>
        <source>Look whether the host is up, and no firewall drops the TCP port.</source>
        <translation>Prüfen Sie, ob der Rechner läuft und keine Firewall den TCP-Port sperrt.</translation>
    </message>
    <message>
        <source>Another socket has the port (ss -tlnp): end its program or choose another.</source>
        <translation>Ein anderer Socket hat den Port (ss -tlnp): beenden Sie sein Programm, oder wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Use an address of this machine (ip addr).</source>
        <translation>Verwenden Sie eine Adresse dieses Rechners (ip addr).</translation>
    </message>
    <message>
        <source>Ports below net.ipv4.ip_unprivileged_port_start need CAP_NET_BIND_SERVICE.</source>
        <translation>Ports unter net.ipv4.ip_unprivileged_port_start brauchen CAP_NET_BIND_SERVICE.</translation>
    </message>
    <message>
        <source>Raise the limit of open files (ulimit -n), or close some.</source>
        <translation>Erhöhen Sie die Grenze für offene Dateien (ulimit -n), oder schließen Sie einige.</translation>
    </message>
    <message>
        <source>No RDMA device here has an IP address</source>
        <translation>Kein RDMA-Gerät hier hat eine IP-Adresse</translation>
    </message>
    <message>
        <source>Give the network interface of a device an address (ip addr). A container needs an interface of the device in its network namespace (ip link set INTERFACE netns NAMESPACE).</source>
        <translation>Geben Sie der Netzschnittstelle eines Geräts eine Adresse (ip addr). Ein Container braucht eine Schnittstelle des Geräts in seinem Netz-Namensraum (ip link set SCHNITTSTELLE netns NAMENSRAUM).</translation>
    </message>
    <message>
        <source>There is no RDMA device on this machine</source>
        <translation>Auf diesem Rechner gibt es kein RDMA-Gerät</translation>
    </message>
    <message>
        <source>No RDMA device of this machine is there for this process</source>
        <translation>Kein RDMA-Gerät dieses Rechners ist für diesen Prozess da</translation>
    </message>
    <message>
        <source>In a container: it has no /dev/infiniband, or the devices belong to another network namespace (rdma system set netns shared, or rdma dev set DEVICE netns NAMESPACE). Otherwise the drivers for user space are missing (ibverbs-providers).</source>
        <translation>In einem Container: er hat kein /dev/infiniband, oder die Geräte gehören zu einem anderen Netz-Namensraum (rdma system set netns shared, oder rdma dev set GERÄT netns NAMENSRAUM). Sonst fehlen die Treiber für Programme (ibverbs-providers).</translation>
    </message>
    <message>
        <source>No RDMA device reaches %1</source>
        <translation>Kein RDMA-Gerät erreicht %1</translation>
    </message>
    <message>
        <source>No RDMA device has the source address %1</source>
        <translation>Kein RDMA-Gerät hat die Absenderadresse %1</translation>
    </message>
    <message>
        <source>No RDMA device has the loopback address %1</source>
        <translation>Kein RDMA-Gerät hat die Loopback-Adresse %1</translation>
    </message>
    <message>
        <source>Addresses with an RDMA device here: %1.</source>
        <translation>Adressen mit einem RDMA-Gerät hier: %1.</translation>
    </message>
    <message>
        <source>No RDMA device here can be opened</source>
        <translation>Kein RDMA-Gerät hier kann geöffnet werden</translation>
    </message>
    <message>
        <source>The port %1 is protected</source>
        <translation>Der Port %1 ist geschützt</translation>
    </message>
    <message>
        <source>Ports below 1024 need CAP_NET_BIND_SERVICE (of the host, in a container too): choose another port.</source>
        <translation>Ports unter 1024 brauchen CAP_NET_BIND_SERVICE (des Wirts, auch in einem Container): wählen Sie einen anderen Port.</translation>
    </message>
    <message>
        <source>No port is free</source>
        <translation>Kein Port ist frei</translation>
    </message>
    <message>
        <source>All of net.ipv4.ip_local_port_range are in use: end connections, or widen the range with sysctl.</source>
        <translation>Alle aus net.ipv4.ip_local_port_range sind in Gebrauch: beenden Sie Verbindungen, oder erweitern Sie den Bereich mit sysctl.</translation>
    </message>
    <message>
        <source>This process was forked from one that had used RDMA already</source>
        <translation>Dieser Prozess ist durch fork() aus einem entstanden, der RDMA schon verwendet hatte</translation>
    </message>
    <message>
        <source>Fork before the first use of RDMA, or start a program in the child (exec, QProcess).</source>
        <translation>Rufen Sie fork() vor der ersten Verwendung von RDMA auf, oder starten Sie im Kind ein Programm (exec, QProcess).</translation>
    </message>
    <message>
        <source>The device %1 takes nothing from this process any more</source>
        <translation>Das Gerät %1 nimmt von diesem Prozess nichts mehr an</translation>
    </message>
    <message>
        <source>Install rdma-core %1 or newer (the packages of Debian are libibverbs1, librdmacm1 and ibverbs-providers).</source>
        <translation>Installieren Sie rdma-core %1 oder neuer (die Pakete von Debian sind libibverbs1, librdmacm1 und ibverbs-providers).</translation>
    </message>
    <message>
        <source>%1 was not found</source>
        <translation>%1 wurde nicht gefunden</translation>
    </message>
    <message>
        <source>%1 cannot be loaded: %2</source>
        <translation>%1 kann nicht geladen werden: %2</translation>
    </message>
    <message>
        <source>%1 is of rdma-core %2, which is too old</source>
        <translation>%1 ist von rdma-core %2, das zu alt ist</translation>
    </message>
    <message>
        <source>%1 does not have the function %2</source>
        <translation>%1 hat die Funktion %2 nicht</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source> KiB</source>
        <translation> KiB</translation>
    </message>
    <message>
        <source>%1 KiB were asked for; </source>
        <translation>%1 KiB wurden verlangt; </translation>
    </message>
    <message>
        <source>RLIMIT_MEMLOCK is unlimited, so the device or the machine has no more.</source>
        <translation>RLIMIT_MEMLOCK ist unbegrenzt, also hat das Gerät oder der Rechner nicht mehr.</translation>
    </message>
    <message>
        <source>RLIMIT_MEMLOCK is %1 (hard limit %2). Raise it with ulimit -l, limits.conf, or LimitMEMLOCK= in a systemd unit.</source>
        <translation>RLIMIT_MEMLOCK ist %1 (harte Grenze %2). Erhöhen Sie sie mit ulimit -l, limits.conf oder LimitMEMLOCK= in einer systemd-Unit.</translation>
    </message>
    <message>
        <source>The queue is full.</source>
        <translation>Die Schlange ist voll.</translation>
    </message>
    <message>
        <source> (vendor error 0x%1)</source>
        <translation> (Fehler des Herstellers 0x%1)</translation>
    </message>
    <message>
        <source>The request was not prepared for this connection</source>
        <translation>Der Auftrag wurde nicht für diese Verbindung vorbereitet</translation>
    </message>
    <message>
        <source>RdmaQueuePair::prepare() makes it anew.</source>
        <translation>RdmaQueuePair::prepare() macht ihn neu.</translation>
    </message>
    <message>
        <source>Only the flag Unsignalled can be added</source>
        <translation>Nur die Angabe Unsignalled kann hinzugefügt werden</translation>
    </message>
    <message>
        <source>RdmaQueuePair::prepare() takes a request with all flags.</source>
        <translation>RdmaQueuePair::prepare() nimmt einen Auftrag mit allen Angaben.</translation>
    </message>
    <message>
        <source>A request of several slices has no parts</source>
        <translation>Ein Auftrag aus mehreren Slices hat keine Teile</translation>
    </message>
    <message>
        <source>Offset %1 and length %2 lie outside the request&apos;s memory of %3 bytes</source>
        <translation>Offset %1 und Länge %2 liegen außerhalb des Speichers des Auftrags von %3 Bytes</translation>
    </message>
    <message>
        <source>Offset %1 and length %2 lie outside the remote memory of %3 bytes</source>
        <translation>Offset %1 und Länge %2 liegen außerhalb des entfernten Speichers von %3 Bytes</translation>
    </message>
    <message>
        <source>The last request has no immediate data</source>
        <translation>Der letzte Auftrag hat keine Immediate-Daten</translation>
    </message>
    <message>
        <source>The queue is full: %1 of %2 requests are in flight</source>
        <translation>Die Schlange ist voll: %1 von %2 Aufträgen sind unterwegs</translation>
    </message>
    <message>
        <source>Wait for the signal that there is room again.</source>
        <translation>Warten Sie auf das Signal, dass wieder Platz ist.</translation>
    </message>
    <message>
        <source>A receive cannot be prepared</source>
        <translation>Ein Empfangsauftrag kann nicht vorbereitet werden</translation>
    </message>
    <message>
        <source>RdmaQueuePair::setReceiveRing() posts receives by itself.</source>
        <translation>RdmaQueuePair::setReceiveRing() gibt Empfangsaufträge selbst auf.</translation>
    </message>
    <message>
        <source>Only sends, writes and reads can be prepared</source>
        <translation>Nur Senden, Schreiben und Lesen kann vorbereitet werden</translation>
    </message>
    <message>
        <source>A prepared request needs memory of its own</source>
        <translation>Ein vorbereiteter Auftrag braucht eigenen Speicher</translation>
    </message>
    <message>
        <source>Make it with slices of an RdmaMemoryRegion.</source>
        <translation>Machen Sie ihn mit Slices einer RdmaMemoryRegion.</translation>
    </message>
    <message>
        <source>A prepared request has no time-out</source>
        <translation>Ein vorbereiteter Auftrag hat keine Zeitgrenze</translation>
    </message>
    <message>
        <source>A batch is all sends or all receives</source>
        <translation>Ein Stapel besteht nur aus Sende- oder nur aus Empfangsaufträgen</translation>
    </message>
    <message>
        <source>A type 1 window cannot be bound in a batch</source>
        <translation>Ein Window vom Typ 1 kann nicht in einem Stapel gebunden werden</translation>
    </message>
    <message>
        <source>Another binding of the memory window is under way</source>
        <translation>Eine andere Bindung des Memory Windows ist unterwegs</translation>
    </message>
    <message>
        <source>Wait until it has completed.</source>
        <translation>Warten Sie, bis sie abgeschlossen ist.</translation>
    </message>
    <message>
        <source>%1 requests are more than the queue holds (%2)</source>
        <translation>%1 Aufträge sind mehr, als die Schlange fasst (%2)</translation>
    </message>
    <message>
        <source>A shared receive queue of %1 receives with %2 slices is more than this device permits (%3 with %4)</source>
        <translation>Eine gemeinsame Empfangsschlange aus %1 Empfangsaufträgen mit %2 Slices ist mehr, als dieses Gerät erlaubt (%3 mit %4)</translation>
    </message>
    <message>
        <source>%1 slices are more than the %2 that a read of this device fills</source>
        <translation>%1 Slices sind mehr als die %2, die ein Lesevorgang dieses Geräts füllt</translation>
    </message>
    <message>
        <source>Post a read for each.</source>
        <translation>Geben Sie für jedes einen Lesevorgang auf.</translation>
    </message>
    <message>
        <source>%1 slices are more than the %2 that this queue takes</source>
        <translation>%1 Slices sind mehr als die %2, die diese Schlange annimmt</translation>
    </message>
    <message>
        <source>Ask for more in RdmaConnectionOptions before connecting, or when a shared receive queue is made.</source>
        <translation>Verlangen Sie mehr in RdmaConnectionOptions vor dem Verbinden, oder beim Erzeugen einer gemeinsamen Empfangsschlange.</translation>
    </message>
    <message>
        <source>Offset %1 and length %2 lie outside the memory region of %3 bytes</source>
        <translation>Offset %1 und Länge %2 liegen außerhalb der Speicherregion von %3 Bytes</translation>
    </message>
    <message>
        <source>The memory region belongs to another protection domain than the queue pair</source>
        <translation>Die Speicherregion gehört zu einer anderen Protection Domain als das Queue Pair</translation>
    </message>
    <message>
        <source>The memory region was registered without Rdma::AccessFlag::LocalWrite</source>
        <translation>Die Speicherregion wurde ohne Rdma::AccessFlag::LocalWrite registriert</translation>
    </message>
    <message>
        <source>The processor does not read this memory: it cannot go inline</source>
        <translation>Der Prozessor liest diesen Speicher nicht: er kann nicht inline gesendet werden</translation>
    </message>
    <message>
        <source>%1 is no length</source>
        <translation>%1 ist keine Länge</translation>
    </message>
    <message>
        <source>%1 bytes are more than the device&apos;s messages hold (%2)</source>
        <translation>%1 Bytes sind mehr, als die Nachrichten des Geräts fassen (%2)</translation>
    </message>
    <message>
        <source>%1 bytes are more than this queue pair takes inline (%2)</source>
        <translation>%1 Bytes sind mehr, als dieses Queue Pair inline annimmt (%2)</translation>
    </message>
    <message>
        <source>%1 bytes are more than a request without a memory region holds (%2)</source>
        <translation>%1 Bytes sind mehr, als ein Auftrag ohne Speicherregion fasst (%2)</translation>
    </message>
    <message>
        <source>Use slices of an RdmaMemoryRegion.</source>
        <translation>Verwenden Sie Slices einer RdmaMemoryRegion.</translation>
    </message>
    <message>
        <source>The remote memory is empty or wraps around</source>
        <translation>Der entfernte Speicher ist leer oder läuft über das Ende der Adressen</translation>
    </message>
    <message>
        <source>%1 bytes are more than a flush is about</source>
        <translation>%1 Bytes sind mehr, als ein Flush betrifft</translation>
    </message>
    <message>
        <source>Flush with Rdma::FlushScope::Region.</source>
        <translation>Verwenden Sie einen Flush mit Rdma::FlushScope::Region.</translation>
    </message>
    <message>
        <source>A read of iWARP needs memory to fill</source>
        <translation>Ein Lesevorgang von iWARP braucht Speicher zum Füllen</translation>
    </message>
    <message>
        <source>%1 bytes are more than the remote memory has (%2)</source>
        <translation>%1 Bytes sind mehr, als der entfernte Speicher hat (%2)</translation>
    </message>
    <message>
        <source>The device has no atomic operations</source>
        <translation>Das Gerät hat keine atomaren Operationen</translation>
    </message>
    <message>
        <source>The remote address of an atomic is not a multiple of 8</source>
        <translation>Die entfernte Adresse einer atomaren Operation ist kein Vielfaches von 8</translation>
    </message>
    <message>
        <source>The memory window is none of the queue pair&apos;s protection domain</source>
        <translation>Das Memory Window gehört nicht zur Protection Domain des Queue Pairs</translation>
    </message>
    <message>
        <source>Only type 2 windows can be invalidated</source>
        <translation>Nur Windows vom Typ 2 können ungültig gemacht werden</translation>
    </message>
    <message>
        <source>Bind a type 1 window anew, or drop it.</source>
        <translation>Binden Sie ein Window vom Typ 1 neu, oder geben Sie es auf.</translation>
    </message>
    <message>
        <source>The addresses of a type 1 window are those of its region</source>
        <translation>Die Adressen eines Windows vom Typ 1 sind die seiner Region</translation>
    </message>
    <message>
        <source>A type 2 window shows at least one byte</source>
        <translation>Ein Window vom Typ 2 zeigt mindestens ein Byte</translation>
    </message>
    <message>
        <source>RdmaQueuePair::postLocalInvalidate() closes it.</source>
        <translation>RdmaQueuePair::postLocalInvalidate() schließt es.</translation>
    </message>
    <message>
        <source>The memory region was registered without Rdma::AccessFlag::WindowBinding</source>
        <translation>Die Speicherregion wurde ohne Rdma::AccessFlag::WindowBinding registriert</translation>
    </message>
    <message>
        <source>A window to be written needs a region with Rdma::AccessFlag::LocalWrite</source>
        <translation>Ein Window, das beschrieben werden soll, braucht eine Region mit Rdma::AccessFlag::LocalWrite</translation>
    </message>
    <message>
        <source>This queue pair cannot be used for atomic writes and flushes, which its device has</source>
        <translation>Dieses Queue Pair kann nicht für atomares Schreiben und Flushes verwendet werden, die sein Gerät hat</translation>
    </message>
    <message>
        <source>It takes an rdma-core that has them (45 or newer for flushes) when the library is built and when it runs, and no RdmaConnectionOptions::queuePairFactory.</source>
        <translation>Nötig ist ein rdma-core, das sie hat (45 oder neuer für Flushes), wenn die Bibliothek gebaut wird und wenn sie läuft, und keine RdmaConnectionOptions::queuePairFactory.</translation>
    </message>
    <message>
        <source>The device has no atomic writes</source>
        <translation>Das Gerät hat kein atomares Schreiben</translation>
    </message>
    <message>
        <source>A flush needs a place to flush to</source>
        <translation>Ein Flush braucht eine Stelle, auf die er sich bezieht</translation>
    </message>
    <message>
        <source>The device does not flush to persistent memory</source>
        <translation>Das Gerät schreibt nicht in dauerhaften Speicher durch</translation>
    </message>
    <message>
        <source>The device has no flushes</source>
        <translation>Das Gerät hat keine Flushes</translation>
    </message>
    <message>
        <source>A queue pair for datagrams sends and receives, and nothing else</source>
        <translation>Ein Queue Pair für Datagramme sendet und empfängt, und sonst nichts</translation>
    </message>
    <message>
        <source>This connection has no reads, atomic operations, atomic writes or flushes</source>
        <translation>Diese Verbindung hat kein Lesen, keine atomaren Operationen, kein atomares Schreiben und keine Flushes</translation>
    </message>
    <message>
        <source>RdmaConnectionOptions::initiatorDepth of this side or responderResources of the other is 0.</source>
        <translation>RdmaConnectionOptions::initiatorDepth dieser Seite oder responderResources der anderen ist 0.</translation>
    </message>
    <message>
        <source>An unreliable connection has no reads, atomic operations, atomic writes or flushes</source>
        <translation>Eine unzuverlässige Verbindung hat kein Lesen, keine atomaren Operationen, kein atomares Schreiben und keine Flushes</translation>
    </message>
    <message>
        <source>A receive takes no flags</source>
        <translation>Ein Empfangsauftrag hat keine Angaben</translation>
    </message>
    <message>
        <source>Only sends and writes can be inline</source>
        <translation>Nur Senden und Schreiben kann inline sein</translation>
    </message>
    <message>
        <source>iWARP has no immediate data</source>
        <translation>iWARP hat keine Immediate-Daten</translation>
    </message>
    <message>
        <source>Write, and send a message after it.</source>
        <translation>Schreiben Sie, und senden Sie danach eine Nachricht.</translation>
    </message>
    <message>
        <source>The device does not fence reads</source>
        <translation>Das Gerät hält Lesevorgänge nicht mit einem Fence auf</translation>
    </message>
    <message>
        <source>The device does not send with invalidate</source>
        <translation>Das Gerät sendet nicht mit Invalidate</translation>
    </message>
    <message>
        <source>Send a message; the peer closes the memory by itself.</source>
        <translation>Senden Sie eine Nachricht; die Gegenstelle schließt den Speicher selbst.</translation>
    </message>
    <message>
        <source>Work request ids from 2^63 on are the library&apos;s own</source>
        <translation>Auftragskennungen ab 2^63 gehören der Bibliothek</translation>
    </message>
    <message>
        <source>This is no recording of QtRdma</source>
        <translation>Dies ist keine Aufzeichnung von QtRdma</translation>
    </message>
    <message>
        <source>This is a recording of version %1, and only versions up to %2 can be read</source>
        <translation>Dies ist eine Aufzeichnung der Version %1; nur Versionen bis %2 sind lesbar</translation>
    </message>
    <message>
        <source>The recording is damaged, or was cut off, in line %1</source>
        <translation>Die Aufzeichnung ist in Zeile %1 beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>the driver does not tell it</source>
        <translation>der Treiber gibt es nicht an</translation>
    </message>
    <message>
        <source>the file of the kernel is empty</source>
        <translation>die Datei des Kernels ist leer</translation>
    </message>
    <message>
        <source>a software device is at no bus</source>
        <translation>ein Software-Gerät hängt an keinem Bus</translation>
    </message>
    <message>
        <source>only InfiniBand has it</source>
        <translation>nur InfiniBand hat es</translation>
    </message>
    <message>
        <source>Node description</source>
        <translation>Knotenbeschreibung</translation>
    </message>
    <message>
        <source>Node GUID</source>
        <translation>Knoten-GUID</translation>
    </message>
    <message>
        <source>System image GUID</source>
        <translation>System-Image-GUID</translation>
    </message>
    <message>
        <source>Firmware</source>
        <translation>Firmware</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>the machine does not tell it</source>
        <translation>der Rechner gibt es nicht an</translation>
    </message>
    <message>
        <source>the driver has no sensor</source>
        <translation>der Treiber hat keinen Sensor</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>PCI address</source>
        <translation>PCI-Adresse</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>the kernel does not tell it</source>
        <translation>der Kernel gibt es nicht an</translation>
    </message>
    <message>
        <source>NUMA node</source>
        <translation>NUMA-Knoten</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Physical state</source>
        <translation>Physischer Zustand</translation>
    </message>
    <message>
        <source>Port GUID</source>
        <translation>Port-GUID</translation>
    </message>
    <message>
        <source>LID</source>
        <translation>LID</translation>
    </message>
    <message>
        <source>LID of the subnet manager</source>
        <translation>LID des Subnetzmanagers</translation>
    </message>
    <message>
        <source>SL of the subnet manager</source>
        <translation>SL des Subnetzmanagers</translation>
    </message>
    <message>
        <source>Subnet timeout</source>
        <translation>Subnetz-Zeitgrenze</translation>
    </message>
    <message>
        <source>the device cannot be opened</source>
        <translation>das Gerät lässt sich nicht öffnen</translation>
    </message>
    <message>
        <source>Partition keys</source>
        <translation>Partitionsschlüssel</translation>
    </message>
    <message>
        <source>iWARP has none</source>
        <translation>iWARP hat keine</translation>
    </message>
    <message>
        <source>the table is empty</source>
        <translation>die Tabelle ist leer</translation>
    </message>
    <message>
        <source>%1 in the first %2 of %3 places</source>
        <translation>%1 auf den ersten %2 von %3 Plätzen</translation>
    </message>
    <message>
        <source>the driver does not tell it in sysfs</source>
        <translation>der Treiber gibt es in sysfs nicht an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>priorities %1</source>
        <translation>Prioritäten %1</translation>
    </message>
    <message>
        <source>only RoCE has it</source>
        <translation>nur RoCE hat es</translation>
    </message>
    <message>
        <source>told after: mkdir /sys/kernel/config/rdma_cm/%1</source>
        <translation>sichtbar nach: mkdir /sys/kernel/config/rdma_cm/%1</translation>
    </message>
    <message>
        <source>Default RoCE mode</source>
        <translation>Vorgegebener RoCE-Modus</translation>
    </message>
    <message>
        <source>Default type of service</source>
        <translation>Vorgegebener Type of Service</translation>
    </message>
    <message>
        <source>Traffic class</source>
        <translation>Verkehrsklasse</translation>
    </message>
    <message>
        <source>Congestion notification (ECN)</source>
        <translation>Überlastmeldung (ECN)</translation>
    </message>
    <message>
        <source>Priority flow control (PFC)</source>
        <translation>Flusskontrolle je Priorität (PFC)</translation>
    </message>
    <message>
        <source>only Ethernet has it</source>
        <translation>nur Ethernet hat es</translation>
    </message>
    <message>
        <source>Cable or module</source>
        <translation>Kabel oder Modul</translation>
    </message>
    <message>
        <source>it has no sensor</source>
        <translation>es hat keinen Sensor</translation>
    </message>
    <message>
        <source>Temperature of the module</source>
        <translation>Temperatur des Moduls</translation>
    </message>
    <message>
        <source>the port has no network interface to ask</source>
        <translation>der Port hat keine Netzwerkschnittstelle, die gefragt werden kann</translation>
    </message>
    <message>
        <source>a software device has no cable</source>
        <translation>ein Software-Gerät hat kein Kabel</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>connecting or connected</source>
        <translation>in Verbindung</translation>
    </message>
    <message>
        <source>disconnecting</source>
        <translation>trennt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>ready to send</source>
        <translation>sendebereit</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>lauscht</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>looking for the way</source>
        <translation>sucht den Weg</translation>
    </message>
    <message>
        <source>device is gone</source>
        <translation>Gerät ist weg</translation>
    </message>
    <message>
        <source>not used yet</source>
        <translation>noch unbenutzt</translation>
    </message>
    <message>
        <source>the kernel does not count it</source>
        <translation>der Kernel zählt es nicht</translation>
    </message>
    <message>
        <source>it has no queue pair</source>
        <translation>es hat kein Queue Pair</translation>
    </message>
    <message>
        <source>needs CAP_NET_ADMIN</source>
        <translation>braucht CAP_NET_ADMIN</translation>
    </message>
    <message>
        <source>there is no such interface</source>
        <translation>diese Schnittstelle gibt es nicht</translation>
    </message>
    <message>
        <source>no module is plugged in</source>
        <translation>kein Modul ist eingesteckt</translation>
    </message>
    <message>
        <source>the module tells too little</source>
        <translation>das Modul gibt zu wenig an</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The file is there already, and it is not empty</source>
        <translation>Die Datei gibt es schon, und sie ist nicht leer</translation>
    </message>
    <message>
        <source>No port is active: the network interface is down, or there is no link</source>
        <translation>Kein Port ist aktiv: die Netzschnittstelle ist ausgeschaltet, oder es gibt keinen Link</translation>
    </message>
    <message>
        <source>No GID is usable from here: the network interface has no address, or is in another network namespace</source>
        <translation>Keine GID ist von hier aus verwendbar: die Netzschnittstelle hat keine Adresse oder ist in einem anderen Netz-Namensraum</translation>
    </message>
    <message>
        <source>The device cannot be opened: its driver for user space is missing (ibverbs-providers), the module ib_uverbs is not loaded, or /dev/infiniband may not be used</source>
        <translation>Das Gerät kann nicht geöffnet werden: sein Treiber für Programme fehlt (ibverbs-providers), das Modul ib_uverbs ist nicht geladen, oder /dev/infiniband darf nicht verwendet werden</translation>
    </message>
    <message>
        <source>The kernel&apos;s connection manager cannot be opened</source>
        <translation>Der Verbindungsmanager des Kernels kann nicht geöffnet werden</translation>
    </message>
    <message>
        <source>Load the module rdma_ucm, and check the permissions of /dev/infiniband/rdma_cm; a container needs this file beside those of the devices.</source>
        <translation>Laden Sie das Modul rdma_ucm, und prüfen Sie die Rechte von /dev/infiniband/rdma_cm; ein Container braucht diese Datei neben denen der Geräte.</translation>
    </message>
    <message>
        <source>%1 (%2 µs)</source>
        <translation>%1 (%2 µs)</translation>
    </message>
    <message>
        <source>%1, %2 m</source>
        <translation>%1, %2 m</translation>
    </message>
</context>
<context>
    <name>QtRdmaPrivate::BridgeConnection</name>
    <message>
        <source>connecting to %1</source>
        <translation>Verbinden mit %1</translation>
    </message>
    <message>
        <source>There was no answer.</source>
        <translation>Es kam keine Antwort.</translation>
    </message>
    <message>
        <source>Is the other side running, and is this its address?</source>
        <translation>Läuft die andere Seite, und ist dies ihre Adresse?</translation>
    </message>
    <message>
        <source>The bridge has cut the connection.</source>
        <translation>Die Brücke hat die Verbindung abgeschnitten.</translation>
    </message>
</context>
<context>
    <name>QtRdmaPrivate::BridgePump</name>
    <message>
        <source>Nothing was moved for %1 ms.</source>
        <translation>Es wurde %1 ms lang nichts bewegt.</translation>
    </message>
</context>
<context>
    <name>QtRdmaPrivate::LocalListener</name>
    <message>
        <source>Give an IPv4 or IPv6 address of this machine, or any.</source>
        <translation>Geben Sie eine IPv4- oder IPv6-Adresse dieses Rechners an, oder any.</translation>
    </message>
    <message>
        <source>Another program listens there.</source>
        <translation>Ein anderes Programm lauscht dort.</translation>
    </message>
    <message>
        <source>The descriptor must be a stream socket of TCP or Unix that listens.</source>
        <translation>Der Deskriptor muss ein lauschender Stream-Socket von TCP oder Unix sein.</translation>
    </message>
    <message>
        <source>Raise the number of open files (ulimit -n, LimitNOFILE=).</source>
        <translation>Erhöhen Sie die Anzahl offener Dateien (ulimit -n, LimitNOFILE=).</translation>
    </message>
</context>
<context>
    <name>RdmaAbstractServer</name>
    <message>
        <source>A server is used in its own thread only</source>
        <translation>Ein Server wird nur in seinem eigenen Thread verwendet</translation>
    </message>
</context>
<context>
    <name>RdmaAbstractStream</name>
    <message>
        <source>A pipe or a socket has no offsets: read from it, and write.</source>
        <translation>Eine Pipe oder ein Socket hat keine Offsets: lesen Sie daraus, und schreiben Sie.</translation>
    </message>
    <message>
        <source>The file cannot be read: %1</source>
        <translation>Die Datei kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>Only a file has a length</source>
        <translation>Nur eine Datei hat eine Länge</translation>
    </message>
    <message>
        <source>Name the length, and not -1.</source>
        <translation>Nennen Sie die Länge, und nicht -1.</translation>
    </message>
    <message>
        <source>The file has fewer bytes</source>
        <translation>Die Datei hat weniger Bytes</translation>
    </message>
    <message>
        <source>The offset is negative</source>
        <translation>Der Offset ist negativ</translation>
    </message>
    <message>
        <source>The file has become shorter</source>
        <translation>Die Datei wurde kürzer</translation>
    </message>
    <message>
        <source>%1: %2 of %3 bytes were sent</source>
        <translation>%1: %2 von %3 Bytes wurden gesendet</translation>
    </message>
    <message>
        <source>The file is not open for reading</source>
        <translation>Die Datei ist nicht zum Lesen geöffnet</translation>
    </message>
    <message>
        <source>The file has no descriptor: read it, and write()</source>
        <translation>Die Datei hat keinen Deskriptor: lesen Sie sie, und rufen Sie write() auf</translation>
    </message>
    <message>
        <source>Trying to connect while connection is in progress</source>
        <translation>Verbindungsversuch, während schon einer im Gange ist</translation>
    </message>
    <message>
        <source>Socket is not connected</source>
        <translation>Der Socket ist nicht verbunden</translation>
    </message>
</context>
<context>
    <name>RdmaBridge</name>
    <message>
        <source>The bridge listens already.</source>
        <translation>Die Brücke lauscht schon.</translation>
    </message>
    <message>
        <source>A bridge has one end of RDMA and one local end</source>
        <translation>Eine Brücke hat ein RDMA-Ende und ein lokales Ende</translation>
    </message>
    <message>
        <source>The end of RDMA is written rdma://host:port.</source>
        <translation>Das RDMA-Ende wird rdma://host:port geschrieben.</translation>
    </message>
    <message>
        <source>Port 0 is no port to connect to</source>
        <translation>Port 0 ist kein Port, zu dem man verbinden kann</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no address to listen on</source>
        <translation>„%1“ ist keine Adresse zum Lauschen</translation>
    </message>
    <message>
        <source>Give an IPv4 or IPv6 address of this machine, or any.</source>
        <translation>Geben Sie eine IPv4- oder IPv6-Adresse dieses Rechners an, oder any.</translation>
    </message>
</context>
<context>
    <name>RdmaDatagramSocket</name>
    <message>
        <source>A socket is used in its own thread only</source>
        <translation>Ein Socket wird nur in seinem eigenen Thread verwendet</translation>
    </message>
    <message>
        <source>The socket is not bound</source>
        <translation>Der Socket ist nicht gebunden</translation>
    </message>
    <message>
        <source>The socket is bound already</source>
        <translation>Der Socket ist schon gebunden</translation>
    </message>
    <message>
        <source>The socket has receives of its own</source>
        <translation>Der Socket hat eigene Empfangsaufträge</translation>
    </message>
    <message>
        <source>A datagram of %1 bytes is larger than a packet of the port, which carries %2</source>
        <translation>Ein Datagramm von %1 Bytes ist größer als ein Paket des Ports, das %2 trägt</translation>
    </message>
    <message>
        <source>The endpoint of the receiver is not valid</source>
        <translation>Der Endpunkt des Empfängers ist nicht gültig</translation>
    </message>
    <message>
        <source>%1 datagrams wait until their receivers are found</source>
        <translation>%1 Datagramme warten, bis ihre Empfänger gefunden sind</translation>
    </message>
    <message>
        <source>The socket has not joined the multicast group %1</source>
        <translation>Der Socket hat die Multicast-Gruppe %1 nicht betreten</translation>
    </message>
    <message>
        <source>The socket is a member of the multicast group %1 already, or becomes one</source>
        <translation>Der Socket ist schon Mitglied der Multicast-Gruppe %1, oder wird es gerade</translation>
    </message>
    <message>
        <source>On Ethernet a socket with an IPv6 address cannot be a member of multicast groups</source>
        <translation>Auf Ethernet kann ein Socket mit einer IPv6-Adresse kein Mitglied von Multicast-Gruppen sein</translation>
    </message>
    <message>
        <source>Bind it to an IPv4 address of the device.</source>
        <translation>Binden Sie ihn an eine IPv4-Adresse des Geräts.</translation>
    </message>
</context>
<context>
    <name>RdmaDeviceWatcher</name>
    <message>
        <source>This process was forked from the one that the device watcher watches for</source>
        <translation>Dieser Prozess ist durch fork() aus dem entstanden, für den der Device-Watcher beobachtet</translation>
    </message>
    <message>
        <source>Make another RdmaDeviceWatcher in the child.</source>
        <translation>Erzeugen Sie im Kind einen anderen RdmaDeviceWatcher.</translation>
    </message>
</context>
<context>
    <name>RdmaQueuePair</name>
    <message>
        <source>The queue pair is being deleted</source>
        <translation>Das Queue Pair wird gerade gelöscht</translation>
    </message>
    <message>
        <source>A queue pair is used in its own thread only</source>
        <translation>Ein Queue Pair wird nur in seinem eigenen Thread verwendet</translation>
    </message>
    <message>
        <source>The queue pair is connected or connecting already</source>
        <translation>Das Queue Pair ist schon verbunden oder verbindet gerade</translation>
    </message>
    <message>
        <source>More receives are posted than receiveDepth allows</source>
        <translation>Es sind mehr Empfangsaufträge aufgegeben, als receiveDepth erlaubt</translation>
    </message>
    <message>
        <source>A receive ring has %1 slots at most</source>
        <translation>Ein Empfangsring hat höchstens %1 Slots</translation>
    </message>
    <message>
        <source>A receive ring and a shared receive queue exclude each other</source>
        <translation>Ein Empfangsring und eine gemeinsame Empfangsschlange schließen einander aus</translation>
    </message>
    <message>
        <source>Receives are posted already, to no shared queue</source>
        <translation>Es sind schon Empfangsaufträge aufgegeben, ohne gemeinsame Schlange</translation>
    </message>
    <message>
        <source>The shared receive queue is another thread&apos;s</source>
        <translation>Die gemeinsame Empfangsschlange gehört einem anderen Thread</translation>
    </message>
    <message>
        <source>The connection request is empty</source>
        <translation>Die Verbindungsanfrage ist leer</translation>
    </message>
    <message>
        <source>The queue pair is not bound</source>
        <translation>Das Queue Pair ist nicht gebunden</translation>
    </message>
    <message>
        <source>Only what create() made can be reset</source>
        <translation>Nur was create() gemacht hat, kann zurückgesetzt werden</translation>
    </message>
    <message>
        <source>There is no queue pair yet</source>
        <translation>Es gibt noch kein Queue Pair</translation>
    </message>
    <message>
        <source>The work request was moved from</source>
        <translation>Der Auftrag ist leer, weil er verschoben wurde (std::move)</translation>
    </message>
    <message>
        <source>There is nothing to post</source>
        <translation>Es gibt nichts aufzugeben</translation>
    </message>
    <message>
        <source>%1 needs a connected queue pair</source>
        <translation>%1 braucht ein verbundenes Queue Pair</translation>
    </message>
    <message>
        <source>The receive ring of the queue pair posts receives</source>
        <translation>Der Empfangsring des Queue Pairs gibt Empfangsaufträge auf</translation>
    </message>
    <message>
        <source>Receives are posted to the shared receive queue</source>
        <translation>Empfangsaufträge gehen an die gemeinsame Empfangsschlange</translation>
    </message>
    <message>
        <source>Requests are prepared for a connected queue pair</source>
        <translation>Aufträge werden für ein verbundenes Queue Pair vorbereitet</translation>
    </message>
    <message>
        <source>%1 bytes are no size for the slots of a receive ring</source>
        <translation>%1 Bytes sind keine Größe für die Slots eines Empfangsrings</translation>
    </message>
    <message>
        <source>A receive ring is set before connecting and before receives are posted</source>
        <translation>Ein Empfangsring wird vor dem Verbinden und vor den ersten Empfangsaufträgen eingestellt</translation>
    </message>
    <message>
        <source>No request with the id %1 is in flight</source>
        <translation>Kein Auftrag mit der Kennung %1 ist unterwegs</translation>
    </message>
</context>
<context>
    <name>RdmaSharedReceiveQueue</name>
    <message>
        <source>The shared receive queue exists already</source>
        <translation>Die gemeinsame Empfangsschlange gibt es schon</translation>
    </message>
    <message>
        <source>A shared receive queue is used in its own thread only</source>
        <translation>Eine gemeinsame Empfangsschlange wird nur in ihrem eigenen Thread verwendet</translation>
    </message>
    <message>
        <source>A shared receive queue needs a protection domain and a size</source>
        <translation>Eine gemeinsame Empfangsschlange braucht eine Protection Domain und eine Größe</translation>
    </message>
    <message>
        <source>The shared receive queue was not created</source>
        <translation>Die gemeinsame Empfangsschlange wurde nicht erzeugt</translation>
    </message>
    <message>
        <source>There is nothing to post</source>
        <translation>Es gibt nichts aufzugeben</translation>
    </message>
    <message>
        <source>A shared receive queue takes receives without a time-out</source>
        <translation>Eine gemeinsame Empfangsschlange nimmt Empfangsaufträge ohne Zeitgrenze an</translation>
    </message>
    <message>
        <source>%1 requests are more than the queue holds (%2)</source>
        <translation>%1 Aufträge sind mehr, als die Schlange fasst (%2)</translation>
    </message>
</context>
<context>
    <name>RdmaSource</name>
    <message>
        <source>+%1. %2</source>
        <translation>+%1. %2</translation>
    </message>
    <message>
        <source>%1: A recording that is shown cannot be written</source>
        <translation>%1: Eine Aufzeichnung, die gezeigt wird, kann nicht geschrieben werden</translation>
    </message>
</context>
<context>
    <name>RdmaStream</name>
    <message>
        <source>A stream is used in its own thread only</source>
        <translation>Ein Stream wird nur in seinem eigenen Thread verwendet</translation>
    </message>
    <message>
        <source>The connection request is empty or was answered already</source>
        <translation>Die Verbindungsanfrage ist leer oder wurde schon beantwortet</translation>
    </message>
    <message>
        <source>The connection was made in the thread of the server</source>
        <translation>Die Verbindung wurde im Thread des Servers hergestellt</translation>
    </message>
    <message>
        <source>For streams in other threads the server needs RdmaServer::AcceptPolicy::Deferred.</source>
        <translation>Für Streams in anderen Threads braucht der Server RdmaServer::AcceptPolicy::Deferred.</translation>
    </message>
    <message>
        <source>So many bytes are not reserved: %1</source>
        <translation>So viele Bytes sind nicht reserviert: %1</translation>
    </message>
    <message>
        <source>No connection within %1 ms</source>
        <translation>Keine Verbindung innerhalb von %1 ms</translation>
    </message>
    <message>
        <source>Host not found</source>
        <translation>Rechner nicht gefunden</translation>
    </message>
    <message>
        <source>%1: no answer within %2 ms</source>
        <translation>%1: keine Antwort innerhalb von %2 ms</translation>
    </message>
    <message>
        <source>A slice does not lie in a region</source>
        <translation>Ein Slice liegt nicht in einer Region</translation>
    </message>
</context>
<context>
    <name>RdmaTcpServer</name>
    <message>
        <source>setSocketDescriptor(): a server for RDMA has no descriptor of a socket. Use listen()</source>
        <translation>setSocketDescriptor(): ein Server für RDMA hat keinen Socket-Deskriptor. Verwenden Sie listen()</translation>
    </message>
</context>
<context>
    <name>RdmaTcpSocket</name>
    <message>
        <source>setSocketDescriptor(): a connection over RDMA has no descriptor. Take the number that RdmaTcpServer::incomingConnection() has told, once, in its thread, or make an RdmaTcpSocket of a stream</source>
        <translation>setSocketDescriptor(): eine Verbindung über RDMA hat keinen Deskriptor. Nehmen Sie die Nummer, die RdmaTcpServer::incomingConnection() nannte, einmal und in dessen Thread, oder machen Sie einen RdmaTcpSocket aus einem Stream</translation>
    </message>
</context>
<context>
    <name>RdmaTlsServer</name>
    <message>
        <source>The handshake had not finished when another client needed its place</source>
        <translation>Der Handshake war nicht fertig, als ein anderer Client seinen Platz brauchte</translation>
    </message>
</context>
<context>
    <name>RdmaTlsStream</name>
    <message>
        <source>Encryption can be started once, on a connected stream</source>
        <translation>Verschlüsselung kann einmal begonnen werden, auf einem verbundenen Stream</translation>
    </message>
    <message>
        <source>The TLS handshake took longer than %1 ms</source>
        <translation>Der TLS-Handshake dauerte länger als %1 ms</translation>
    </message>
    <message>
        <source>Does the peer speak TLS?</source>
        <translation>Spricht die Gegenstelle TLS?</translation>
    </message>
    <message>
        <source>The remote host closed the connection during the TLS handshake</source>
        <translation>Der entfernte Rechner schloss die Verbindung während des TLS-Handshakes</translation>
    </message>
    <message>
        <source>Does the peer speak TLS, and trust this side?</source>
        <translation>Spricht die Gegenstelle TLS, und vertraut sie dieser Seite?</translation>
    </message>
    <message>
        <source>Set both with QSslConfiguration::setLocalCertificate() and setPrivateKey()</source>
        <translation>Setzen Sie beides mit QSslConfiguration::setLocalCertificate() und setPrivateKey()</translation>
    </message>
    <message>
        <source>The protocol of the configuration does not include TLS 1.3</source>
        <translation>Das Protokoll der Konfiguration schließt TLS 1.3 nicht ein</translation>
    </message>
    <message>
        <source>QSslConfiguration::setProtocol() with QSsl::TlsV1_3OrLater; there is no older version here, and no DTLS</source>
        <translation>QSslConfiguration::setProtocol() mit QSsl::TlsV1_3OrLater; eine ältere Version oder DTLS gibt es hier nicht</translation>
    </message>
    <message>
        <source>A server needs a certificate and its key</source>
        <translation>Ein Server braucht ein Zertifikat und dessen Schlüssel</translation>
    </message>
    <message>
        <source>The certificate has no private key</source>
        <translation>Das Zertifikat hat keinen privaten Schlüssel</translation>
    </message>
    <message>
        <source>The name of an application protocol has 1 to 255 bytes</source>
        <translation>Der Name eines Anwendungsprotokolls hat 1 bis 255 Bytes</translation>
    </message>
    <message>
        <source>No name to verify the server&apos;s certificate by</source>
        <translation>Kein Name, nach dem das Zertifikat des Servers geprüft werden kann</translation>
    </message>
    <message>
        <source>See setPeerVerifyName()</source>
        <translation>Siehe setPeerVerifyName()</translation>
    </message>
    <message>
        <source>The peer sends key updates or tickets without end, and no data</source>
        <translation>Die Gegenstelle sendet endlos Schlüsselwechsel oder Tickets und keine Daten</translation>
    </message>
    <message>
        <source>The peer does not speak TLS</source>
        <translation>Die Gegenstelle spricht kein TLS</translation>
    </message>
    <message>
        <source>A plain RdmaStream on its side?</source>
        <translation>Ist auf ihrer Seite ein einfacher RdmaStream?</translation>
    </message>
    <message>
        <source>The peer does not speak TLS 1.3</source>
        <translation>Die Gegenstelle spricht kein TLS 1.3</translation>
    </message>
    <message>
        <source>The peer has refused our certificate</source>
        <translation>Die Gegenstelle hat unser Zertifikat abgelehnt</translation>
    </message>
    <message>
        <source>Has it our CA in QSslConfiguration::caCertificates(), is the name right, has the time not run out?</source>
        <translation>Hat sie unsere CA in QSslConfiguration::caCertificates(), stimmt der Name, ist die Zeit nicht abgelaufen?</translation>
    </message>
    <message>
        <source>A record has been changed on its way, or is none</source>
        <translation>Ein Record wurde unterwegs verändert oder ist keiner</translation>
    </message>
    <message>
        <source>Somebody in the network, or a peer that mixes plain bytes with TLS</source>
        <translation>Jemand im Netz, oder eine Gegenstelle, die unverschlüsselte Bytes mit TLS mischt</translation>
    </message>
    <message>
        <source>The two sides have no cipher, group or signature algorithm in common</source>
        <translation>Die beiden Seiten haben kein Verschlüsselungsverfahren, keine Gruppe oder kein Signaturverfahren gemeinsam</translation>
    </message>
    <message>
        <source>The two sides have no application protocol in common</source>
        <translation>Die beiden Seiten haben kein Anwendungsprotokoll gemeinsam</translation>
    </message>
    <message>
        <source>See QSslConfiguration::setAllowedNextProtocols()</source>
        <translation>Siehe QSslConfiguration::setAllowedNextProtocols()</translation>
    </message>
    <message>
        <source>The peer wants a certificate and got none</source>
        <translation>Die Gegenstelle verlangt ein Zertifikat und bekam keines</translation>
    </message>
    <message>
        <source>Set one with QSslConfiguration::setLocalCertificate() and setPrivateKey()</source>
        <translation>Setzen Sie eines mit QSslConfiguration::setLocalCertificate() und setPrivateKey()</translation>
    </message>
    <message>
        <source>The peer has no certificate</source>
        <translation>Die Gegenstelle hat kein Zertifikat</translation>
    </message>
    <message>
        <source>OpenSSL gives no reason</source>
        <translation>OpenSSL nennt keinen Grund</translation>
    </message>
    <message>
        <source>The TLS configuration cannot be used: %1</source>
        <translation>Die TLS-Konfiguration kann nicht verwendet werden: %1</translation>
    </message>
    <message>
        <source>TLS failed: %1</source>
        <translation>TLS ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Connect by a name or address of the certificate, or give one as sslPeerName</source>
        <translation>Verbinden Sie mit einem Namen oder einer Adresse des Zertifikats, oder geben Sie einen als sslPeerName an</translation>
    </message>
    <message>
        <source>Give its CA to QSslConfiguration::setCaCertificates(); those of the system, systemCaCertificates(), are not taken by themselves</source>
        <translation>Geben Sie dessen CA an QSslConfiguration::setCaCertificates(); die des Systems, systemCaCertificates(), werden nicht von selbst genommen</translation>
    </message>
    <message>
        <source>The certificate of the peer is not accepted: %1</source>
        <translation>Das Zertifikat der Gegenstelle wird nicht angenommen: %1</translation>
    </message>
    <message>
        <source>The connection ended without a TLS close_notify</source>
        <translation>Die Verbindung endete ohne close_notify von TLS</translation>
    </message>
    <message>
        <source>What was read may not be all that the peer has written</source>
        <translation>Was gelesen wurde, ist vielleicht nicht alles, was die Gegenstelle geschrieben hat</translation>
    </message>
</context>
<context>
    <name>Relay</name>
    <message>
        <source>a malformed message</source>
        <translation>eine fehlerhafte Nachricht</translation>
    </message>
    <message>
        <source>takes no files</source>
        <translation>nimmt keine Dateien</translation>
    </message>
    <message>
        <source>declined</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>! Cannot accept a connection: %1</source>
        <translation>! Eine Verbindung kann nicht angenommen werden: %1</translation>
    </message>
    <message>
        <source>connection lost</source>
        <translation>Verbindung verloren</translation>
    </message>
    <message>
        <source>The room is full</source>
        <translation>Der Raum ist voll</translation>
    </message>
    <message>
        <source>a second hello</source>
        <translation>eine zweite Begrüßung</translation>
    </message>
    <message>
        <source>a message before the hello</source>
        <translation>eine Nachricht vor der Begrüßung</translation>
    </message>
    <message>
        <source>a message of the relay&apos;s</source>
        <translation>eine Nachricht, die nur ein Relay sendet</translation>
    </message>
    <message>
        <source>The relay received version %1 of the protocol, not %2</source>
        <translation>Das Relay empfing Version %1 des Protokolls, nicht %2</translation>
    </message>
    <message>
        <source>The name %1 is taken; choose another</source>
        <translation>Der Name %1 ist vergeben; wählen Sie einen anderen</translation>
    </message>
    <message>
        <source>* %1 joined from %2 %3</source>
        <translation>* %1 ist von %2 gekommen, %3</translation>
    </message>
    <message>
        <source>an empty or an overlong line</source>
        <translation>eine leere oder überlange Zeile</translation>
    </message>
    <message>
        <source>an overlong name</source>
        <translation>einen überlangen Namen</translation>
    </message>
    <message>
        <source>read too slowly</source>
        <translation>las zu langsam</translation>
    </message>
    <message>
        <source>The relay received %1</source>
        <translation>Das Relay empfing %1</translation>
    </message>
    <message>
        <source>! Refused %1: %2</source>
        <translation>! Abgewiesen: %1: %2</translation>
    </message>
    <message>
        <source>refused by the relay</source>
        <translation>vom Relay abgewiesen</translation>
    </message>
    <message>
        <source>* %1 left</source>
        <translation>* %1 ist gegangen</translation>
    </message>
    <message>
        <source>* %1 left (%2)</source>
        <translation>* %1 ist gegangen (%2)</translation>
    </message>
    <message>
        <source>no hello in time</source>
        <translation>keine Begrüßung zur rechten Zeit</translation>
    </message>
    <message>
        <source>stopped reading</source>
        <translation>las nicht mehr</translation>
    </message>
    <message>
        <source>two files with one number</source>
        <translation>zwei Dateien mit einer Nummer</translation>
    </message>
    <message>
        <source>The file&apos;s name is empty or too long</source>
        <translation>Der Name der Datei ist leer oder zu lang</translation>
    </message>
    <message>
        <source>Nobody else is here</source>
        <translation>Niemand sonst ist hier</translation>
    </message>
    <message>
        <source>a file that nobody has taken yet</source>
        <translation>eine Datei, die noch niemand genommen hat</translation>
    </message>
    <message>
        <source>more of a file than was offered</source>
        <translation>mehr von einer Datei, als angeboten war</translation>
    </message>
    <message>
        <source>less of a file than was offered</source>
        <translation>weniger von einer Datei, als angeboten war</translation>
    </message>
    <message>
        <source>has not answered</source>
        <translation>hat nicht geantwortet</translation>
    </message>
    <message>
        <source>left</source>
        <translation>ging</translation>
    </message>
</context>
<context>
    <name>ResourcesPage</name>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>No resources</source>
        <translation>Keine Ressourcen</translation>
    </message>
    <message>
        <source>No process has RDMA objects. Those of other users are told to root only.</source>
        <translation>Kein Prozess hat RDMA-Objekte. Die anderer Benutzer sieht nur root.</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nummer</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Users</source>
        <translation>Nutzer</translation>
    </message>
    <message>
        <source>Remote key</source>
        <translation>Remote Key</translation>
    </message>
    <message>
        <source>%1 entries</source>
        <translation>%1 Einträge</translation>
    </message>
</context>
<context>
    <name>Sampler</name>
    <message>
        <source>No device can be seen to come or go</source>
        <translation>Nicht zu sehen ist, ob Geräte kommen oder gehen</translation>
    </message>
    <message>
        <source>The device is gone</source>
        <translation>Das Gerät ist verschwunden</translation>
    </message>
    <message>
        <source>There is a new device</source>
        <translation>Es gibt ein neues Gerät</translation>
    </message>
    <message>
        <source>Not all can be read</source>
        <translation>Nicht alles ist lesbar</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Filter rows</source>
        <translation>Zeilen filtern</translation>
    </message>
</context>
<context>
    <name>Sender</name>
    <message>
        <source>The receiver has gone</source>
        <translation>Der Empfänger ist weg</translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation>Gespeichert als %1</translation>
    </message>
    <message>
        <source>The receiver says: %1</source>
        <translation>Der Empfänger meldet: %1</translation>
    </message>
    <message>
        <source>This is no receiver of files</source>
        <translation>Dies ist kein Empfänger von Dateien</translation>
    </message>
</context>
<context>
    <name>StreamsPage</name>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>No streams</source>
        <translation>Keine Streams</translation>
    </message>
    <message>
        <source>A recording has those of the program that made it, if that program had an RdmaConnectionModel then.</source>
        <translation>Eine Aufzeichnung enthält die Streams des Programms, das sie machte, wenn es dabei ein RdmaConnectionModel hatte.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>TLS stream</source>
        <translation>TLS-Stream</translation>
    </message>
    <message>
        <source>queue pair</source>
        <translation>Queue Pair</translation>
    </message>
    <message>
        <source>Transport</source>
        <translation>Transport</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Lokal</translation>
    </message>
    <message>
        <source>Peer</source>
        <translation>Gegenstelle</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesend.</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empf.</translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation>Umlaufzeit</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
</context>
<context>
    <name>Terminal</name>
    <message>
        <source>There is no terminal: %1</source>
        <translation>Es gibt kein Terminal: %1</translation>
    </message>
    <message>
        <source>The terminal &quot;%1&quot; (TERM) is not known, or can do too little</source>
        <translation>Das Terminal „%1“ (TERM) ist unbekannt oder kann zu wenig</translation>
    </message>
    <message>
        <source>no alarms</source>
        <translation>keine Alarme</translation>
    </message>
    <message>
        <source>alarms: %1</source>
        <translation>Alarme: %1</translation>
    </message>
    <message>
        <source>devices: %1  ports: %2</source>
        <translation>Geräte: %1  Ports: %2</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Ports</translation>
    </message>
    <message>
        <source>Alarms</source>
        <translation>Alarme</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Filter: %1_</source>
        <translation>Filter: %1_</translation>
    </message>
    <message>
        <source>[%1] </source>
        <translation>[%1] </translation>
    </message>
    <message>
        <source>[paused] </source>
        <translation>[angehalten] </translation>
    </message>
    <message>
        <source> ? help  / filter  s sort  r reverse  p pause  t units  q quit</source>
        <translation> ? Hilfe  / Filter  s sortieren  r umkehren  p Pause  t Einheiten  q Ende</translation>
    </message>
    <message>
        <source>1 to 6, Tab    the view: ports, alarms, connections, processes, counters, events</source>
        <translation>1 bis 6, Tab   Ports, Alarme, Verbindungen, Prozesse, Zähler, Ereignisse</translation>
    </message>
    <message>
        <source>Up, Down       the row; PgUp, PgDn, Home, End</source>
        <translation>Auf, Ab        die Zeile; Bild auf, Bild ab, Pos1, Ende</translation>
    </message>
    <message>
        <source>Left, Right    the columns, where not all have room</source>
        <translation>Links, Rechts  die Spalten, wenn nicht alle Platz haben</translation>
    </message>
    <message>
        <source>Enter          the counters of the port of the row</source>
        <translation>Eingabe        die Zähler des Ports der Zeile</translation>
    </message>
    <message>
        <source>/              filter: rows that have all these words; &quot;two words&quot; are one</source>
        <translation>/              Filter: Zeilen mit allen Wörtern; &quot;zwei Wörter&quot; sind eines</translation>
    </message>
    <message>
        <source>Esc            without a filter</source>
        <translation>Esc            ohne Filter</translation>
    </message>
    <message>
        <source>s, r           sort by the next column; the other way round</source>
        <translation>s, r           nach der nächsten Spalte sortieren; umgekehrt</translation>
    </message>
    <message>
        <source>p, Space       pause</source>
        <translation>p, Leertaste   Pause</translation>
    </message>
    <message>
        <source>t              bit/s or byte/s</source>
        <translation>t              Bit/s oder Byte/s</translation>
    </message>
    <message>
        <source>Ctrl+Z         to the shell; fg comes back</source>
        <translation>Strg+Z         zur Shell; fg kehrt zurück</translation>
    </message>
    <message>
        <source>q, F10         quit</source>
        <translation>q, F10         beenden</translation>
    </message>
    <message>
        <source>Any key goes back.</source>
        <translation>Jede Taste führt zurück.</translation>
    </message>
    <message>
        <source>pkt/s</source>
        <translation>Pkt/s</translation>
    </message>
    <message>
        <source>bit/s</source>
        <translation>bit/s</translation>
    </message>
    <message>
        <source>B/s</source>
        <translation>B/s</translation>
    </message>
    <message>
        <source>kernel (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>PORT</source>
        <translation>PORT</translation>
    </message>
    <message>
        <source>STATE</source>
        <translation>STATUS</translation>
    </message>
    <message>
        <source>SPEED</source>
        <translation>RATE</translation>
    </message>
    <message>
        <source>SENT</source>
        <translation>GESENDET</translation>
    </message>
    <message>
        <source>RECEIVED</source>
        <translation>EMPFANGEN</translation>
    </message>
    <message>
        <source>ALARMS</source>
        <translation>ALARME</translation>
    </message>
    <message>
        <source>TRAFFIC</source>
        <translation>VERKEHR</translation>
    </message>
    <message>
        <source>INTERFACE</source>
        <translation>NETZ</translation>
    </message>
    <message>
        <source>There is no RDMA device.</source>
        <translation>Es gibt kein RDMA-Gerät.</translation>
    </message>
    <message>
        <source>COUNTER</source>
        <translation>ZÄHLER</translation>
    </message>
    <message>
        <source>INCREASE</source>
        <translation>ZUWACHS</translation>
    </message>
    <message>
        <source>PER SECOND</source>
        <translation>JE SEKUNDE</translation>
    </message>
    <message>
        <source>MEANING</source>
        <translation>BEDEUTUNG</translation>
    </message>
    <message>
        <source>No counter has moved that should stay zero.</source>
        <translation>Kein Zähler, der null bleiben sollte, hat sich bewegt.</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>nicht nutzbar</translation>
    </message>
    <message>
        <source>The port is not active.</source>
        <translation>Der Port ist nicht aktiv.</translation>
    </message>
    <message>
        <source>DEVICE</source>
        <translation>GERÄT</translation>
    </message>
    <message>
        <source>PROCESS</source>
        <translation>PROZESS</translation>
    </message>
    <message>
        <source>PID</source>
        <translation>PID</translation>
    </message>
    <message>
        <source>LOCAL</source>
        <translation>LOKAL</translation>
    </message>
    <message>
        <source>PEER</source>
        <translation>GEGENSTELLE</translation>
    </message>
    <message>
        <source>TYPE</source>
        <translation>TYP</translation>
    </message>
    <message>
        <source>QP</source>
        <translation>QP</translation>
    </message>
    <message>
        <source>There is no connection.</source>
        <translation>Es gibt keine Verbindung.</translation>
    </message>
    <message>
        <source>CQ</source>
        <translation>CQ</translation>
    </message>
    <message>
        <source>MR</source>
        <translation>MR</translation>
    </message>
    <message>
        <source>LOCKED</source>
        <translation>GESPERRT</translation>
    </message>
    <message>
        <source>PD</source>
        <translation>PD</translation>
    </message>
    <message>
        <source>SRQ</source>
        <translation>SRQ</translation>
    </message>
    <message>
        <source>No process has RDMA objects, or none may be seen.</source>
        <translation>Kein Prozess hat RDMA-Objekte, oder keiner ist sichtbar.</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>VALUE</source>
        <translation>WERT</translation>
    </message>
    <message>
        <source>UNIT</source>
        <translation>EINHEIT</translation>
    </message>
    <message>
        <source>There is no counter.</source>
        <translation>Es gibt keinen Zähler.</translation>
    </message>
    <message>
        <source>TIME</source>
        <translation>ZEIT</translation>
    </message>
    <message>
        <source>EVENT</source>
        <translation>EREIGNIS</translation>
    </message>
    <message>
        <source>TEXT</source>
        <translation>TEXT</translation>
    </message>
    <message>
        <source>Nothing has happened.</source>
        <translation>Nichts ist geschehen.</translation>
    </message>
    <message>
        <source>No row has &quot;%1&quot; in it.</source>
        <translation>Keine Zeile enthält „%1“.</translation>
    </message>
    <message>
        <source>connection id</source>
        <translation>Verbindungskennung</translation>
    </message>
    <message>
        <source>a              acknowledge the alarm of the row</source>
        <translation>a              den Alarm der Zeile bestätigen</translation>
    </message>
    <message>
        <source>port down</source>
        <translation>Port ausgefallen</translation>
    </message>
    <message>
        <source>device gone</source>
        <translation>Gerät weg</translation>
    </message>
    <message>
        <source>ALARM</source>
        <translation>ALARM</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>QP %1, MR %2, %3 locked</source>
        <translation>QP %1, MR %2, %3 gesperrt</translation>
    </message>
    <message>
        <source>g              details of ports; connections by process; limits</source>
        <translation>g              Einzelheiten der Ports; Verbindungen je Prozess; Grenzen</translation>
    </message>
    <message>
        <source>DETAIL</source>
        <translation>EINZELHEIT</translation>
    </message>
    <message>
        <source>REMOTE QP</source>
        <translation>QP DORT</translation>
    </message>
    <message>
        <source>KIND</source>
        <translation>ART</translation>
    </message>
    <message>
        <source>USED</source>
        <translation>BENUTZT</translation>
    </message>
    <message>
        <source>LIMIT</source>
        <translation>GRENZE</translation>
    </message>
</context>
<context>
    <name>TerminalMonitor</name>
    <message>
        <source>live</source>
        <translation>live</translation>
    </message>
    <message>
        <source>the recording is over</source>
        <translation>die Aufzeichnung ist zu Ende</translation>
    </message>
    <message>
        <source>replay</source>
        <translation>Wiedergabe</translation>
    </message>
    <message>
        <source>replay, followed</source>
        <translation>Wiedergabe, fortlaufend</translation>
    </message>
</context>
<context>
    <name>ThresholdDialog</name>
    <message>
        <source>Thresholds</source>
        <translation>Schwellen</translation>
    </message>
    <message>
        <source>A counter that should stay zero raises an alarm whenever it moves. Those that are named here do so above a rate only. A * stands for any letters.</source>
        <translation>Ein Zähler, der null bleiben sollte, löst bei jeder Bewegung einen Alarm aus. Die hier genannten tun das nur oberhalb einer Rate. Ein * steht für beliebige Zeichen.</translation>
    </message>
    <message>
        <source>Counter</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Events per second</source>
        <translation>Ereignisse je Sekunde</translation>
    </message>
    <message>
        <source>per second</source>
        <translation>je Sekunde</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>TrafficLine</name>
    <message>
        <source> packets/s</source>
        <translation> Pakete/s</translation>
    </message>
    <message>
        <source> messages/s</source>
        <translation> Nachr./s</translation>
    </message>
    <message>
        <source>Traffic of %1</source>
        <translation>Verkehr von %1</translation>
    </message>
    <message>
        <source>Its driver counts no traffic.</source>
        <translation>Sein Treiber zählt keinen Verkehr.</translation>
    </message>
    <message>
        <source>Traffic of %1, port %2</source>
        <translation>Verkehr von %1, Port %2</translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>Nothing has moved for too long</source>
        <translation>Zu lange hat sich nichts bewegt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Nobody has answered</source>
        <translation>Niemand hat geantwortet</translation>
    </message>
</context>
<context>
    <name>TransferView</name>
    <message>
        <source>(no name yet)</source>
        <translation>(noch ohne Namen)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the transfer of %1</source>
        <translation>Übertragung von %1 abbrechen</translation>
    </message>
    <message>
        <source>%1 of %2, %3/s</source>
        <translation>%1 von %2, %3/s</translation>
    </message>
    <message>
        <source>%1. Take it?</source>
        <translation>%1. Annehmen?</translation>
    </message>
    <message>
        <source>Somebody there is asked whether to take it</source>
        <translation>Dort wird jemand gefragt, ob die Datei angenommen wird</translation>
    </message>
    <message>
        <source>&amp;Take it</source>
        <translation>&amp;Annehmen</translation>
    </message>
    <message>
        <source>Take %1</source>
        <translation>%1 annehmen</translation>
    </message>
    <message>
        <source>&amp;Decline</source>
        <translation>Abl&amp;ehnen</translation>
    </message>
    <message>
        <source>Decline %1</source>
        <translation>%1 ablehnen</translation>
    </message>
</context>
<context>
    <name>WebSocketSender</name>
    <message>
        <source>the server has ended the connection</source>
        <translation>der Server hat die Verbindung beendet</translation>
    </message>
    <message>
        <source>the server answers: %1</source>
        <translation>der Server antwortet: %1</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>queue pair</source>
        <translation>Queue Pair</translation>
    </message>
    <message>
        <source>connection id</source>
        <translation>Verbindungs-ID</translation>
    </message>
    <message>
        <source>completion queue</source>
        <translation>Abschlussschlange</translation>
    </message>
    <message>
        <source>memory region</source>
        <translation>Speicherregion</translation>
    </message>
    <message>
        <source>protection domain</source>
        <translation>Protection Domain</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>shared receive queue</source>
        <translation>gem. Empfangsschlange</translation>
    </message>
    <message>
        <source>memory window</source>
        <translation>Memory Window</translation>
    </message>
    <message>
        <source>address handle</source>
        <translation>Adress-Handle</translation>
    </message>
    <message>
        <source>multicast group</source>
        <translation>Multicast-Gruppe</translation>
    </message>
    <message>
        <source>reset</source>
        <translation>zurückgesetzt</translation>
    </message>
    <message>
        <source>initialized</source>
        <translation>initialisiert</translation>
    </message>
    <message>
        <source>ready to receive</source>
        <translation>empfangsbereit</translation>
    </message>
    <message>
        <source>ready to send</source>
        <translation>sendebereit</translation>
    </message>
    <message>
        <source>send queue drained</source>
        <translation>Senden ruht</translation>
    </message>
    <message>
        <source>send queue error</source>
        <translation>Sendefehler</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>address query</source>
        <translation>sucht Adresse</translation>
    </message>
    <message>
        <source>address resolved</source>
        <translation>hat Adresse</translation>
    </message>
    <message>
        <source>route query</source>
        <translation>sucht Route</translation>
    </message>
    <message>
        <source>route resolved</source>
        <translation>hat Route</translation>
    </message>
    <message>
        <source>connect</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>disconnect</source>
        <translation>trennt</translation>
    </message>
    <message>
        <source>address bound</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>listen</source>
        <translation>lauscht</translation>
    </message>
    <message>
        <source>device removal</source>
        <translation>Gerät entfernt</translation>
    </message>
    <message>
        <source>destroying</source>
        <translation>wird zerstört</translation>
    </message>
    <message>
        <source>kernel (%1)</source>
        <translation>Kernel (%1)</translation>
    </message>
    <message>
        <source>not told</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>wie das System</translation>
    </message>
    <message>
        <source>light</source>
        <translation>hell</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>dunkel</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>packets</source>
        <translation>Pakete</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>unconnected</source>
        <translation>nicht verbunden</translation>
    </message>
    <message>
        <source>looking up the host</source>
        <translation>sucht den Rechner</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>verbindet sich</translation>
    </message>
    <message>
        <source>connected</source>
        <translation>verbunden</translation>
    </message>
    <message>
        <source>bound</source>
        <translation>gebunden</translation>
    </message>
    <message>
        <source>listening</source>
        <translation>lauscht</translation>
    </message>
    <message>
        <source>closing</source>
        <translation>schließt</translation>
    </message>
</context>
<context>
    <name>cmtime</name>
    <message>
        <source>Accepted %1 connections</source>
        <translation>%1 Verbindungen angenommen</translation>
    </message>
    <message>
        <source>%1 connections, %2 at a time: %3 ms to connect, %4 ms to disconnect</source>
        <translation>%1 Verbindungen, %2 gleichzeitig: %3 ms zum Verbinden, %4 ms zum Trennen</translation>
    </message>
    <message>
        <source>Times the steps of connecting over RDMA.</source>
        <translation>Misst die Zeit der Schritte beim Verbinden über RDMA.</translation>
    </message>
    <message>
        <source>How many.</source>
        <translation>Wie viele.</translation>
    </message>
    <message>
        <source>How many at a time.</source>
        <translation>Wie viele gleichzeitig.</translation>
    </message>
</context>
<context>
    <name>devinfo</name>
    <message>
        <source>Shows RDMA devices and their ports.</source>
        <translation>Zeigt RDMA-Geräte und ihre Ports.</translation>
    </message>
    <message>
        <source>Show this device only; may be repeated.</source>
        <translation>Nur dieses Gerät zeigen; mehrfach erlaubt.</translation>
    </message>
    <message>
        <source>Show this port only (all).</source>
        <translation>Nur diesen Port zeigen (alle).</translation>
    </message>
    <message>
        <source>Print names of devices only.</source>
        <translation>Nur Namen von Geräten ausgeben.</translation>
    </message>
    <message>
        <source>Show all attributes, capabilities by name, and GIDs.</source>
        <translation>Alle Attribute, Fähigkeiten mit Namen und GIDs zeigen.</translation>
    </message>
    <message>
        <source>Print all as JSON.</source>
        <translation>Alles als JSON ausgeben.</translation>
    </message>
    <message>
        <source>As --device.</source>
        <translation>Wie --device.</translation>
    </message>
    <message>
        <source>There is no RDMA device &quot;%1&quot;. Devices here: %2</source>
        <translation>Es gibt kein RDMA-Gerät „%1“. Geräte hier: %2</translation>
    </message>
    <message>
        <source>%1 has no port %2: its ports are 1 to %3</source>
        <translation>%1 hat keinen Port %2: seine Ports sind 1 bis %3</translation>
    </message>
</context>
<context>
    <name>gids</name>
    <message>
        <source>There is no RDMA device &quot;%1&quot;. Devices here: %2</source>
        <translation>Es gibt kein RDMA-Gerät „%1“. Geräte hier: %2</translation>
    </message>
    <message>
        <source>A port is a number from 1 to %1, not &quot;%2&quot;</source>
        <translation>Ein Port ist eine Zahl von 1 bis %1, nicht „%2“</translation>
    </message>
    <message>
        <source>Shows the GIDs of RDMA devices.</source>
        <translation>Zeigt die GIDs von RDMA-Geräten.</translation>
    </message>
    <message>
        <source>Print JSON.</source>
        <translation>JSON ausgeben.</translation>
    </message>
    <message>
        <source>Show those of this device only.</source>
        <translation>Nur die dieses Geräts zeigen.</translation>
    </message>
    <message>
        <source>Show those of this port only.</source>
        <translation>Nur die dieses Ports zeigen.</translation>
    </message>
    <message>
        <source>%1 has no port %2: its ports are 1 to %3</source>
        <translation>%1 hat keinen Port %2: seine Ports sind 1 bis %3</translation>
    </message>
</context>
<context>
    <name>httpfile</name>
    <message>
        <source>Serves files by HTTP over RDMA and TCP.</source>
        <translation>Stellt Dateien mit HTTP über RDMA und TCP bereit.</translation>
    </message>
    <message>
        <source>Where to listen (any: on all addresses).</source>
        <translation>Wo gelauscht wird (any: auf allen Adressen).</translation>
    </message>
    <message>
        <source>Ends a client that asks for nothing, or takes nothing, for so long.</source>
        <translation>Trennt einen Client, der so lange nichts anfragt oder abnimmt.</translation>
    </message>
    <message>
        <source>Takes no more connections at a time.</source>
        <translation>Höchstzahl der Verbindungen zur selben Zeit.</translation>
    </message>
    <message>
        <source>Takes no more connections from one address.</source>
        <translation>Höchstzahl der Verbindungen von einer Adresse.</translation>
    </message>
    <message>
        <source>What is served.</source>
        <translation>Was bereitgestellt wird.</translation>
    </message>
    <message>
        <source>Cannot listen on %1: %2</source>
        <translation>Auf %1 kann nicht gelauscht werden: %2</translation>
    </message>
    <message>
        <source>%1 is no directory</source>
        <translation>%1 ist kein Verzeichnis</translation>
    </message>
</context>
<context>
    <name>keyvalue</name>
    <message>
        <source>* %1 keys; listening on %2, port %3</source>
        <translation>* %1 Schlüssel; lauscht auf %2, Port %3</translation>
    </message>
    <message>
        <source>A key-value store over RDMA.</source>
        <translation>Ein Schlüssel-Wert-Speicher über RDMA.</translation>
    </message>
    <message>
        <source>Be the server on this address (any: on all).</source>
        <translation>Server auf dieser Adresse sein (any: auf allen).</translation>
    </message>
    <message>
        <source>Be a client of this server.</source>
        <translation>Client dieses Servers sein.</translation>
    </message>
    <message>
        <source>Keep the data in this file of SQLite.</source>
        <translation>Die Daten in dieser SQLite-Datei halten.</translation>
    </message>
    <message>
        <source>Refuse further clients.</source>
        <translation>Weitere Clients ablehnen.</translation>
    </message>
    <message>
        <source>Memory for values in MiB.</source>
        <translation>Speicher für Werte in MiB.</translation>
    </message>
    <message>
        <source>With put and get: the value is in this file; - is the standard input or output.</source>
        <translation>Mit put und get: der Wert steht in dieser Datei; - ist die Standardein- oder -ausgabe.</translation>
    </message>
    <message>
        <source>With put and cas: the key ends after so long.</source>
        <translation>Mit put und cas: nach so langer Zeit verfällt der Schlüssel.</translation>
    </message>
    <message>
        <source>With cas: the version that the key must have, or ABSENT; else the exit status is 3.</source>
        <translation>Mit cas: die Version, die der Schlüssel haben muss, oder ABSENT; sonst endet das Programm mit Status 3.</translation>
    </message>
    <message>
        <source>With get --file: replace a file that exists.</source>
        <translation>Mit get --file: eine vorhandene Datei ersetzen.</translation>
    </message>
    <message>
        <source>With ls: the keys as they are, each with a zero byte behind it.</source>
        <translation>Mit ls: die Schlüssel, wie sie sind, jeder gefolgt von einem Nullbyte.</translation>
    </message>
    <message>
        <source>Say either --listen or --connect (--help tells more)</source>
        <translation>Geben Sie entweder --listen oder --connect an (mehr zeigt --help)</translation>
    </message>
    <message>
        <source>A server takes no command: &quot;%1&quot;</source>
        <translation>Ein Server nimmt keinen Befehl an: „%1“</translation>
    </message>
    <message>
        <source>--%1 goes with --%2 only</source>
        <translation>--%1 gibt es nur mit --%2</translation>
    </message>
</context>
<context>
    <name>monitor</name>
    <message>
        <source>Cannot read %1: %2</source>
        <translation>%1 ist nicht lesbar: %2</translation>
    </message>
    <message>
        <source>Line %1 of %2 is no host: HOST, HOST:PORT or ssh:HOST</source>
        <translation>Zeile %1 von %2 ist kein Rechner: RECHNER, RECHNER:PORT oder ssh:RECHNER</translation>
    </message>
</context>
<context>
    <name>pingpong</name>
    <message>
        <source>Answered %1 messages</source>
        <translation>%1 Nachrichten beantwortet</translation>
    </message>
    <message>
        <source>Half a round trip of %1 bytes over %2: %3 us at least, %4 us median, %5 us p99, of %6</source>
        <translation>Halber Umlauf von %1 Bytes über %2: mindestens %3 us, Median %4 us, p99 %5 us, aus %6</translation>
    </message>
    <message>
        <source>The server has ended the connection</source>
        <translation>Der Server hat die Verbindung beendet</translation>
    </message>
    <message>
        <source>Measures half a round trip over RDMA.</source>
        <translation>Misst einen halben Umlauf über RDMA.</translation>
    </message>
    <message>
        <source>Bytes in a message.</source>
        <translation>Bytes in einer Nachricht.</translation>
    </message>
    <message>
        <source>Round trips.</source>
        <translation>Anzahl der Umläufe.</translation>
    </message>
    <message>
        <source>The server goes on with the next client.</source>
        <translation>Der Server macht mit dem nächsten Client weiter.</translation>
    </message>
</context>
</TS>
