package foxglove

import "fmt"

// Role is what a session may do. Each role includes the rights of the roles below it.
type Role int

// The roles.
const (
	Viewer Role = iota // may subscribe and read parameters
	Editor             // may change documents
	Driver             // may publish, call every service and set parameters, and so may move the robot
)

// String returns the role's name.
func (r Role) String() string {
	switch r {
	case Viewer:
		return "viewer"
	case Editor:
		return "editor"
	case Driver:
		return "driver"
	}
	return fmt.Sprintf("role %d", int(r))
}

// MarshalText returns the role's name.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText sets the role by its name.
func (r *Role) UnmarshalText(text []byte) error {
	for _, role := range []Role{Viewer, Editor, Driver} {
		if role.String() == string(text) {
			*r = role
			return nil
		}
	}
	return fmt.Errorf("role %q: expected viewer, editor or driver", text)
}
