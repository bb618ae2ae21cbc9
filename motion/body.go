package motion

import (
	"fmt"
	"time"
)

// BodyState is what the body does as a whole.
type BodyState uint8

// The states, as gonao_msgs/MotionState numbers them.
const (
	Starting  BodyState = iota // from the posture at start to the stand
	Standing                   // balanced, on both feet
	Walking                    // including the stop
	Kicking                    //
	Posing                     // something other than the walk moves the legs
	Falling                    // going down: curled up and soft
	Fallen                     // lies
	GettingUp                  //
	Sitting                    // in a posture other than the stand; on the ground with soft joints after the posture sit
	Resting                    // squats without stiffness
)

// String returns the state's name in lower case.
func (s BodyState) String() string {
	names := [...]string{
		"starting", "standing", "walking", "kicking", "playing",
		"falling", "fallen", "getting_up", "sitting", "resting",
	}
	if int(s) >= len(names) {
		return fmt.Sprintf("BodyState(%d)", uint8(s))
	}
	return names[s]
}

// bodyState is a state of the body as motion distinguishes them.
type bodyState uint8

// The states. The legs belong to one part in each of them.
const (
	waiting         bodyState = iota // for the first state of the body
	starting                         // to the stand
	standing                         // the walk balances
	walking                          // a foot leaves the ground, or will
	kicking                          //
	saving                           // blocks or dives
	posturing                        // to a posture that was requested
	playing                          // a play moves legs of a robot that is upright
	playingOnGround                  // a play moves legs of a robot that lies, or a person does: no fall is caught
	falling                          //
	fallen                           //
	gettingUp                        //
	sitting                          // the legs hold a posture
	resting                          // the legs lose their stiffness, or have none
)

// public maps the internal states to the public ones.
var public = [...]BodyState{
	waiting: Starting, starting: Starting, standing: Standing, walking: Walking, kicking: Kicking, saving: Posing,
	posturing: Posing, playing: Posing, playingOnGround: Posing,
	falling: Falling, fallen: Fallen, gettingUp: GettingUp, sitting: Sitting, resting: Resting,
}

// event is a cause of a change of the body's state.
type event uint8

// The events.
const (
	began           event = iota // the body's first state, or a restart
	rose                         // the stand is reached
	stepped                      // the walk lifts a foot, or will
	halted                       // the walk stands on both feet
	kickBegan                    //
	saveBegan                    // a block or a dive
	dived                        // a dive goes down
	cameToStand                  // the movement of the legs ended at the stand
	leftForStand                 // the movement of the legs ended elsewhere, or the stand was requested
	playBegan                    // a play took legs
	groundPlayBegan              // a play for a robot that lies took legs, or a person did
	playEnded                    // away from the stand
	stayedDown                   // the play is over and the robot still lies
	postureBegan                 //
	postureEnded                 // the posture is reached, or was given up
	softened                     // the posture is one without stiffness
	fell                         // the fall detector sees a fall
	foundLying                   // the robot lay when motion began
	foundSeated                  // the robot sat on the ground when motion began
	lay                          // the fall is over
	caught                       // the robot is upright again, without a get-up
	getUpBegan                   //
	getUpFailed                  // it gave up, or was canceled
)

// set is a set of states.
type set uint32

func of(states ...bodyState) (s set) {
	for _, at := range states {
		s |= 1 << at
	}
	return s
}

// transitions are all ways from state to state: an event leads from any state in from to
// the state in to.
var transitions = [...]struct {
	from set
	to   bodyState
}{
	began:           {^set(0), starting},
	rose:            {of(starting), standing},
	stepped:         {of(standing), walking},
	halted:          {of(walking), standing},
	kickBegan:       {of(standing), kicking},
	saveBegan:       {of(standing), saving},
	dived:           {of(saving), falling},
	cameToStand:     {of(kicking, saving, gettingUp, playing, playingOnGround), standing},
	leftForStand:    {of(kicking, saving, gettingUp, sitting, resting), starting},
	playBegan:       {of(standing, sitting, playing, playingOnGround), playing},
	groundPlayBegan: {of(standing, sitting, resting, fallen, playing, playingOnGround), playingOnGround},
	playEnded:       {of(playing, playingOnGround), sitting},
	stayedDown:      {of(playingOnGround), fallen},
	postureBegan:    {of(standing), posturing},
	postureEnded:    {of(starting, posturing), sitting},
	softened:        {of(posturing, sitting), resting},
	fell:            {of(starting, standing, walking, kicking, saving, posturing, playing, sitting), falling},
	foundLying:      {of(starting), fallen},
	foundSeated:     {of(starting), sitting},
	lay:             {of(falling), fallen},
	caught:          {of(falling), starting},
	getUpBegan:      {of(fallen, sitting, resting), gettingUp},
	getUpFailed:     {of(gettingUp), fallen},
}

// body is the state of the body. The zero value waits for the first state.
type body struct {
	state    bodyState
	since    time.Duration // when the state began
	stoodUp  time.Duration // time at which the robot last came to the stand, not from walking
	activity string        // the posture, or what moves the legs, for people
	handled  bool          // legs were moved by hand since it last stood up
	changes  uint64
}

// on changes the state by an event. It panics if the event has no transition from the present state: a mistake in this
// package.
func (b *body) on(e event, now time.Duration) {
	t := &transitions[e]
	if t.from&of(b.state) == 0 {
		panic(fmt.Sprintf("motion: event %d leads nowhere from the body's state %d", e, b.state))
	}
	if t.to == standing && e != halted {
		b.stoodUp, b.handled = now, false
	}
	b.state, b.since = t.to, now
	b.changes++
}

// public returns the state that others see.
func (b *body) public() BodyState { return public[b.state] }

// upright reports whether the robot is on its feet and past the start.
func (b *body) upright() bool {
	switch b.state {
	case standing, walking, kicking, saving, posturing, playing, playingOnGround, sitting:
		return true
	default:
		return false
	}
}
