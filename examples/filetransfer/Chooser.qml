// SPDX-FileCopyrightText: 2026 The QtRdma authors
// SPDX-License-Identifier: MIT

import QtQuick
import QtQuick.Dialogs

// Asks for a file, or for a directory, and tells its path.
Item {
    id: chooser

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

    FileDialog {
        id: files

        objectName: "files"
        title: qsTr("The file to send")
        onAccepted: chooser.fileChosen(chooser.pathOf(selectedFile))
    }
    FolderDialog {
        id: directories

        objectName: "directories"
        title: qsTr("The directory for what comes")
        onAccepted: chooser.directoryChosen(chooser.pathOf(selectedFolder))
    }
}
