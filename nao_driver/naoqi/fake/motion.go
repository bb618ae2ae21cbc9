package fake

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lugu/qiloop/bus"
	"github.com/lugu/qiloop/type/value"

	"gonao/nao"
	"gonao/nao_driver/naoqi/qi"
)

type motion struct{ r *Robot }

func (m *motion) Activate(bus.Activation, qi.ALMotionSignalHelper) error { return nil }
func (m *motion) OnTerminate()                                           {}

func (m *motion) WakeUp() error {
	b := m.r.body
	b.mu.Lock()
	b.at()
	b.hold()
	b.awake = true
	b.mu.Unlock()
	after(b.assume(nao.StandPosture(), 0.5), nil)
	return nil
}

func (m *motion) Rest() error {
	b := m.r.body
	b.walk(0, 0, 0)
	after(b.assume(nao.CrouchPosture(), 0.5), nil)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	b.stiffness, b.awake = nao.Joints{}, false
	return nil
}

func (m *motion) RobotIsWakeUp() (bool, error) { return m.r.body.Look().Awake, nil }

func (m *motion) GetBodyNames(name string) ([]string, error) {
	if name != "Body" {
		return nil, fmt.Errorf("ALMotion::getBodyNames: no group %q", name)
	}
	list := []string{"RHipYawPitch"}
	for j := range nao.Joint(nao.NumJoints) {
		if !slices.Contains(m.r.cfg.Lacks, j.String()) {
			list = append(list, j.String())
		}
	}
	return list, nil
}

func (m *motion) GetRobotConfig() (value.Value, error) {
	version := value.String("VERSION_" + m.r.cfg.Body)
	return value.List([]value.Value{
		textList("Model Type", "Head Version", "Body Version", "Laser", "Legs", "Arms"),
		value.List([]value.Value{
			value.String(m.r.cfg.Model), version, version, value.Bool(false), value.Bool(true), value.Bool(true),
		}),
	}), nil
}

func (m *motion) GetAngles(names value.Value, useSensors bool) ([]float32, error) {
	b := m.r.body
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	from := &b.target
	if useSensors {
		from = &b.position
	}
	return pick(names, from)
}

func (m *motion) GetStiffnesses(names value.Value) ([]float32, error) {
	b := m.r.body
	b.mu.Lock()
	defer b.mu.Unlock()
	return pick(names, &b.stiffness)
}

func pick(names value.Value, from *nao.Joints) ([]float32, error) {
	joints, err := jointsOf(names)
	if err != nil {
		return nil, err
	}
	values := make([]float32, len(joints))
	for i, j := range joints {
		values[i] = float32(from[j])
	}
	return values, nil
}

func (m *motion) SetAngles(names, angles value.Value, fraction float32) error {
	joints, err := jointsOf(names)
	if err != nil {
		return err
	}
	values, err := numbersOf(angles, len(joints))
	if err != nil {
		return err
	}
	if !(fraction >= 0 && fraction <= 1) {
		return fmt.Errorf("ALMotion::setAngles: fractionMaxSpeed %g is not between 0 and 1", fraction)
	}
	m.r.body.aim(joints, values, float64(fraction))
	return nil
}

func (m *motion) SetStiffnesses(names, stiffnesses value.Value) error {
	joints, err := jointsOf(names)
	if err != nil {
		return err
	}
	values, err := numbersOf(stiffnesses, len(joints))
	if err != nil {
		return err
	}
	b := m.r.body
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at()
	for i, j := range joints {
		if !(values[i] >= 0 && values[i] <= 1) {
			return fmt.Errorf("ALMotion::setStiffnesses: %g is not between 0 and 1", values[i])
		}
		b.stiffness[j] = values[i]
	}
	return nil
}

func (m *motion) Move(x, y, theta float32) error {
	if !m.r.body.Look().Awake {
		return errors.New("ALMotion::move: the robot is not awake")
	}
	m.r.body.walk(float64(x), float64(y), float64(theta))
	return nil
}

func (m *motion) StopMove() error {
	m.r.body.walk(0, 0, 0)
	return nil
}

func (m *motion) MoveIsActive() (bool, error) {
	return m.r.body.Look().Walking != [3]float64{}, nil
}

type posture struct{ r *Robot }

func (p *posture) Activate(bus.Activation, qi.ALRobotPostureSignalHelper) error { return nil }
func (p *posture) OnTerminate()                                                 {}

func (p *posture) GetPostureList() ([]string, error) {
	return []string{"Crouch", "Stand", "StandInit", "StandZero"}, nil
}

func (p *posture) GetPosture() (string, error) { return "Unknown", nil }

func (p *posture) GoToPosture(name string, share float32) (bool, error) {
	targets := map[string]nao.Joints{
		"Crouch": nao.CrouchPosture(), "Stand": nao.StandPosture(), "StandInit": nao.StandPosture(), "StandZero": {},
	}
	target, known := targets[name]
	if !known {
		return false, fmt.Errorf("ALRobotPosture::goToPosture: posture %q does not exist", name)
	}
	b := p.r.body
	b.walk(0, 0, 0)
	after(b.assume(target, float64(share)), nil)
	look := b.Look()
	for j := range nao.Joint(nao.NumJoints) {
		if d := look.Position[j] - j.Clamp(target[j]); d > 0.02 || d < -0.02 {
			return false, nil
		}
	}
	return true, nil
}

func (p *posture) StopMove() error {
	p.r.body.freeze()
	return nil
}
