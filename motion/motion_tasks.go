package motion

import (
	"errors"
	"fmt"
)

// SetVelocity sets the velocity of the walk. It is valid for Config.VelocityTimeoutSec from the last state on; then the
// robot stops. It is stored in every state: a fallen robot that stands again walks on with it while it is valid. Until
// then the error says why the robot does not walk.
func (m *Motion) SetVelocity(v Velocity) error {
	if err := m.core.mayMove(); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	if err := m.whole.walk.setVelocity(&m.core, v); err != nil {
		return err
	}
	if err := m.whole.readyToStep(&m.core); err != nil {
		return fmt.Errorf("walk: %w", err)
	}
	return nil
}

// WalkTo walks to a place seen from where the robot is now, m and rad, at a share of
// the walk's top speed, above 0 to 1; 0 is the walk's usual one. It replaces a walk before it.
func (m *Motion) WalkTo(dx, dy, dYaw, speed float64) (task Task, err error) {
	if err = checkWalkTo(dx, dy, dYaw, speed); err == nil {
		if err = m.whole.claimFor(&m.core, walkTask); err == nil {
			task, err = m.whole.walk.walkTo(&m.core, dx, dy, dYaw, speed)
		}
	}
	return task, wrapped("walk_to", err)
}

// Kick kicks, once the robot stands; a walking robot stops first. If a forward kick would not meet the ball well from
// there, the robot first makes some steps. A ball that is too far for that is refused; the error says where to stand.
func (m *Motion) Kick(request KickRequest) (Task, error) {
	task, err := m.whole.requestKick(&m.core, request)
	return task, wrapped("kick", err)
}

// SetBall sets where the ball is measured now: m in the robot's frame. A kick that is requested or has not swung its foot
// yet aims at it. The error names a number that is not finite.
func (m *Motion) SetBall(x, y float64) error {
	return m.whole.kick.place.set(&m.core, x, y)
}

// KickWalking kicks with a step of the walk: the robot walks towards the ball at 0.25 m/s and
// kicks it on the way, without a stop. The request must have the ball's place, 0 to 1.5 m
// ahead and at most 0.25 m aside, and a direction of at most 0.53 rad. Afterwards the
// velocity that is commanded counts again.
func (m *Motion) KickWalking(request KickRequest) (Task, error) {
	task, err := m.whole.requestWalkKick(&m.core, request)
	return task, wrapped("kick", err)
}

// Save blocks or dives against a ball, once the robot stands; a walking robot stops first. A save of kind auto waits
// until the ball is near enough. A block ends in the stand; a dive ends as a fall does, softly, and the robot lies on for
// 1.5 s.
func (m *Motion) Save(request SaveRequest) (Task, error) {
	task, err := m.whole.requestSave(&m.core, request, m.library)
	return task, wrapped("save", err)
}

// GetUp starts a get-up of a robot that lies, sits or rests. If the robot stands, the task ends at once.
func (m *Motion) GetUp() (Task, error) {
	task, err := m.whole.requestGetUp(&m.core)
	return task, wrapped("get_up", err)
}

// Posture moves the robot to a posture: stand; sit, on the ground with soft joints; rest, which squats and then has no
// stiffness. A walking robot stops first; a sitting one lies back and gets up.
func (m *Motion) Posture(name string) (Task, error) {
	task, err := m.whole.requestPosture(&m.core, name, m.library[name])
	return task, wrapped(fmt.Sprintf("posture %q", name), err)
}

// LookAt turns the head to a point, and keeps it there. It replaces a look before it. A point that the neck does not reach ends the task with [Unreachable],
// once the head looks as near to it as it can.
func (m *Motion) LookAt(at LookAt) (task Task, err error) {
	if err = errors.Join(at.Check(), m.core.mayMove()); err == nil {
		task, err = m.head.lookAt(&m.core, at)
	}
	return task, wrapped("look_at", err)
}

// CancelTask ends a task: the robot comes to a stand, or is let down where it is. Its outcome is Canceled at once.
func (m *Motion) CancelTask(t Task) {
	switch at, ok := m.core.tasks.find(t); {
	case !ok || at.report.Outcome != Playing:
	case at.kind == lookTask:
		leaveLook(&m.core, Canceled, errCanceled)
	default:
		m.whole.cancel(&m.core)
	}
}

// Report returns how a task stands. The end of one of the last sixteen is remembered.
func (m *Motion) Report(t Task) Report { return m.core.tasks.report(t) }
