package label

import (
	"fmt"
	"slices"
)

// Class is the class of a pixel or an object.
type Class uint8

// The classes. Those up to Line have no objects: they are pixels only.
const (
	Background Class = iota // hall, walls, people, other fields, the sky
	Carpet                  // of the field, without its lines
	Line                    // of the field, with the penalty marks
	Ball                    // that rolls
	Robot                   // another robot
	Post                    // of a goal
	Crossbar                // of a goal
	Goal                    // the thin frame behind a goal
	Landmark                // a pole of two colours
	Self                    // the body of the robot that looks
	Carried                 // a ball on an invisible arm
	Person                  // legs and more, beside the field
	NumClasses = 12
)

var classNames = [NumClasses]string{
	"background", "carpet", "line", "ball", "robot", "post", "crossbar", "goal", "landmark", "self", "carried", "person",
}

// String returns the class's name, as in data sets.
func (c Class) String() string {
	if c < NumClasses {
		return classNames[c]
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// ParseClass returns the class of a name.
func ParseClass(name string) (Class, error) {
	if i := slices.Index(classNames[:], name); i >= 0 {
		return Class(i), nil
	}
	return 0, fmt.Errorf("class %q: want one of %v", name, classNames)
}

// HasObjects reports whether the class's pixels belong to objects.
func (c Class) HasObjects() bool { return c > Line && c < NumClasses }
