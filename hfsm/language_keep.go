package hfsm

import "encoding/json"

// Keeper is a [Session] whose data can be kept in a [Snapshot].
type Keeper interface {
	Keep() (json.RawMessage, error)
	Restore(data json.RawMessage) error
}
