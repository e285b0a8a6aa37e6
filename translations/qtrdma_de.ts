<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Alarm</name>
    <message>
        <source>&lt;b&gt;%1 +%2&lt;/b&gt; &amp;nbsp; %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It should stay zero.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>A name needs at least one character</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name has at most %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A name is made of letters, digits, &apos;-&apos;, &apos;_&apos; and &apos;.&apos;</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatClient</name>
    <message>
        <source>A relay looks like host, host:port or [IPv6]:port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected, so this was not sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Client</name>
    <message>
        <source>The relay sent %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no answer, so this is perhaps no relay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name %1 is taken; choose another</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The room is full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot connect to %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the relay hung up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected, so this was not sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A line has at most %1 characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot send %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent %1, verified by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent %1, not received by %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent %1, verified by %2, not received by %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending %1 (%2) to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sending %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2) from %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Declined %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receiving %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot store %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receiving %1 failed: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received %1, SHA-256 verified: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not sent: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 will not come: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 was not sent: the connection was lost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 will not come: the connection was lost</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectionList</name>
    <message>
        <source>Connections of this program</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectionView</name>
    <message>
        <source>%1 → %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent %1 in %2 messages, %3/s. Received %4 in %5, %6/s.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In flight %1 · credit %2 · round trip %3 · receiver not ready %4 · flushed %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queue pair</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConnectionsPage</name>
    <message>
        <source>Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No process has a queue pair or a connection identifier. Those of other users are told to root only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queue pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>connection id</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>QP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remote QP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peer</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* Connected %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* Connected again as %1; here: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* You are %1; here: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>(earlier) %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* %1 joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* %1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* %1 left (%2)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* Here: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>! The relay is gone; trying again in %1 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>! The relay is gone (%1); trying again in %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>* Leaving when the files are sent (^C: now)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>! Unknown or incomplete: /%1 (/help tells what there is)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Conversation</name>
    <message>
        <source>%1 to %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 joined</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection was lost%1. Connecting again in %2 s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You are in the room</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DataTable</name>
    <message>
        <source>Nothing here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sort by %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No row has “%1” in it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceCard</name>
    <message>
        <source>Firmware</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GUID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, software</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not usable</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DeviceRow</name>
    <message>
        <source>The device cannot be opened: its driver for user space is missing (ibverbs-providers), the module ib_uverbs is not loaded, or /dev/infiniband may not be used</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DevicesPage</name>
    <message>
        <source>Devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No device has “%1” in it</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EventsPage</name>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has happened yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices that come and go, links, connections, and counters that should stay zero will be here with their time.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Saved %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export %1 rows</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File name, which ends with .csv or .json</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected rows only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selected row only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Exporter</name>
    <message>
        <source>%1: a name ends with .csv or .json, which says the format</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FileReader</name>
    <message>
        <source>It is no plain file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has become shorter</source>
        <translation>Die Datei wurde kürzer</translation>
    </message>
</context>
<context>
    <name>FileWriter</name>
    <message>
        <source>The size makes no sense</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no room for it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file is open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More has come than was announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less has come than was announced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hash is another one: it was damaged on its way</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GidsPage</name>
    <message>
        <source>GIDs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No GIDs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A port has them as soon as its network interface has an address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied the index %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>✓ yes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>– no</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Index</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>IPv4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interface</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeaderBar</name>
    <message>
        <source>%1 Hz</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples a second</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resume</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save this page as CSV or JSON (Ctrl+E)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours: %1 (Ctrl+T)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Colours: %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Incoming</name>
    <message>
        <source>The sender has gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no sender of files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored, and the hash is right</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>IncomingFile</name>
    <message>
        <source>More arrived than was offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Less arrived than was offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The SHA-256 differs from the sender&apos;s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Lines</name>
    <message>
        <source>Connected %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening on %1, port %2, %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 from %2 %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1: %2 %, %3 MB/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Main</name>
    <message>
        <source>Chat over RDMA: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat over RDMA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Relay: host or host:port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Your name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Join</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connecting…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>In the room (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not connected</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To %1 only:</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Esc: to all again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To all; drop a file here to send it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Path of a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files over RDMA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A file: its path, or drop it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>To: host</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of this machine; empty for all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Listen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Listening on %1, port %2. Files go to %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not listening</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GIDs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connections</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Events</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording is over. Space shows it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Live</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, paused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RDMA Monitor, replay of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>RDMA Monitor</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>NavigationBar</name>
    <message>
        <source>Monitor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OutgoingFile</name>
    <message>
        <source>It is not a plain file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file became shorter while it was sent</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PlotCard</name>
    <message>
        <source>%1 · %2 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 s ago</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−%1 min</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−%1 s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PortLine</name>
    <message>
        <source>%1 Gbit/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTU %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port %1, %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Port %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PortPage</name>
    <message>
        <source>Port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Packets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> and </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver does not count %1. </source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No counter has moved that should stay zero.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, port %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No port</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 Gbit/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MTU %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 minute</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>5 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>10 minutes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time that the plots show</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No counters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The driver of %1 counts nothing. Connections and Resources show who uses it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Value</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not available</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation type="unfinished"></translation>
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
        <source>The peer ended the connection instead of proving that it has the pre-shared key</source>
        <translation>Die Gegenstelle beendete die Verbindung, statt zu beweisen, dass sie den vorab vereinbarten Schlüssel hat</translation>
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
        <source>it ended the connection</source>
        <translation>sie beendete die Verbindung</translation>
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
        <source>In a container: the devices belong to another network namespace (rdma system set netns shared, or rdma dev set DEVICE netns NAMESPACE). Otherwise the drivers for user space are missing (ibverbs-providers).</source>
        <translation>In einem Container: die Geräte gehören zu einem anderen Netz-Namensraum (rdma system set netns shared, oder rdma dev set GERÄT netns NAMENSRAUM). Sonst fehlen die Treiber für Programme (ibverbs-providers).</translation>
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
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is a recording of version %1, and only versions up to %2 can be read</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The recording is damaged, or was cut off, in line %1</source>
        <translation type="unfinished"></translation>
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
        <translation type="unfinished"></translation>
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
    <name>ResourceRow</name>
    <message>
        <source>needs CAP_NET_ADMIN</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ResourcesPage</name>
    <message>
        <source>Resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No resources</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No process has RDMA objects. Those of other users are told to root only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Process</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kernel (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PID</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Number</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Users</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remote key</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sampler</name>
    <message>
        <source>No device can be seen to come or go</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The device is gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is a new device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not all can be read</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Filter (Ctrl+F)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter rows</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sender</name>
    <message>
        <source>The receiver has gone</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stored as %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The receiver says: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This is no receiver of files</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StreamsPage</name>
    <message>
        <source>Streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No streams</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A recording has those of the program that made it, if that program had an RdmaConnectionModel then.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS stream</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>queue pair</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transport</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Local</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Received</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Round trip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TrafficLine</name>
    <message>
        <source> packets/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> messages/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Traffic of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Its driver counts no traffic.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transfer</name>
    <message>
        <source>Nothing has moved for too long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TransferView</name>
    <message>
        <source>(no name yet)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel the transfer of %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2, %3/s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
