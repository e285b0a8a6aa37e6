// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Dialogs
import QtQuick.Templates as T

// Asks for a file, or for a directory, and tells its path.
Item {
    id: chooser

    readonly property Item overlay: T.Overlay.overlay

    signal fileChosen(string path)
    signal directoryChosen(string path)

    function chooseFile() {
        files.open();
    }

    function chooseDirectory(present: string) {
        if (present.length > 0)
            directories.currentFolder =
                "file://" + present.split("/").map(encodeURIComponent).join("/");
        directories.open();
    }

    function pathOf(url: url): string {
        return decodeURIComponent(`${url}`.replace(/^file:\/\//, ""));
    }

    // Qt 6.4 draws the bar with the folders white in every theme.
    function colorBar(item: var) {
        if (item.upButton && item.background)
            item.background.color = chooser.palette.base;
        for (let i = 0; i < item.children.length; ++i)
            colorBar(item.children[i]);
    }

    FileDialog {
        id: files

        objectName: "files"
        title: qsTr("The file to send")
        onVisibleChanged: if (visible) chooser.colorBar(chooser.overlay)
        onAccepted: chooser.fileChosen(chooser.pathOf(selectedFile))
    }
    FolderDialog {
        id: directories

        objectName: "directories"
        title: qsTr("The directory for what comes")
        onVisibleChanged: if (visible) chooser.colorBar(chooser.overlay)
        onAccepted: chooser.directoryChosen(chooser.pathOf(selectedFolder))
    }
}
