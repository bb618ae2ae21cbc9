// Package foxglove serves Foxglove's WebSocket protocol, by which Foxglove, Lichtblick and the studio's page see topics,
// call services, read and set parameters, and publish.
//
// A [Server] has channels (topics), services and handlers for the rest. A [Session] is one client. Payloads pass
// through undecoded. Both names of the protocol are accepted, foxglove.sdk.v1 and foxglove.websocket.v1; the frames
// are the same.
//
// No client delays another, or the program that publishes. Each session has three queues, and a goroutine that writes
// them to the socket:
//
//   - control: answers, advertisements, statuses. Nothing is dropped; a client that lets them grow beyond
//     [Options].MaxControlBytes is disconnected.
//   - state: one slot per subscription, where the newest message replaces the one before; for a channel with Keep > 1
//     a ring of so many.
//   - bulk: one slot per subscription, for images; sent only when the two others are empty.
//
// The role of a session decides which channels and services it is offered. Others do not exist for it: their ids are
// refused as unknown.
package foxglove
