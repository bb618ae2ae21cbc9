package sim

import (
	"fmt"

	"gonao/nao"
	"gonao/sim/mujoco"
	"gonao/sim/world"
)

// Truth is where a robot and the balls really are, in the world's frame.
type Truth struct {
	Torso   nao.Pose                 // X_WT
	Cameras [nao.NumCameras]nao.Pose // X_WC of the optical frames
	Balls   []nao.Pose               // X_WB, one per ball, in the order of BallNames
}

// ball is a ball of the world, carried or free.
type ball struct {
	name string
	body int
}

// objectNames returns the names of the balls: the carried ones, then the free ones.
func objectNames(w *world.World) []string {
	var names []string
	for _, c := range w.Carriers {
		names = append(names, c.Name)
	}
	for _, b := range w.Balls {
		names = append(names, b.Name)
	}
	return names
}

// findBalls finds the balls in the model.
func findBalls(m *mujoco.Model, w *world.World) ([]ball, error) {
	var balls []ball
	for _, name := range objectNames(w) {
		id, err := m.ID(mujoco.Body, name)
		if err != nil {
			return nil, fmt.Errorf("ball: %w", err)
		}
		balls = append(balls, ball{name: name, body: id})
	}
	return balls, nil
}

// BallNames returns the names of the balls: the carried ones first, then the free ones.
func (w *World) BallNames() []string {
	names := make([]string, len(w.balls))
	for i, b := range w.balls {
		names[i] = b.name
	}
	return names
}

// Truth fills in where a robot and the balls are. The slice in it is reused.
func (w *World) Truth(robot int, out *Truth) {
	b := w.bodies[robot]
	out.Torso = bodyPose(w.data, b.limbs.torso)
	for c, id := range b.limbs.cameras {
		out.Cameras[c] = cameraPose(w.data, id)
	}
	out.Balls = out.Balls[:0]
	for _, ball := range w.balls {
		out.Balls = append(out.Balls, bodyPose(w.data, ball.body))
	}
}
