// Package studio holds the documents of the browser editor: machines as text, commands that change
// them, undo and redo, files, checks, completion and generated code. It imports no ROS; nodes/studio
// serves it on the socket of the page.
//
// The text is the document. A [Command] is a minimal edit of the text, so that comments, order and
// untouched lines stay as they are, byte for byte; its inverse is another edit. A [Snapshot] is a
// document at one revision, with the [View] that the page draws and the findings of its check.
package studio

//go:generate env GENERATE=types go test -count=1 -run TestTheTypesOfThePageAreUpToDate .
