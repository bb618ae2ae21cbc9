package trial

import (
	"fmt"
	"os"

	"gonao/motion/paper/cpg"
	"gonao/motion/paper/gait"
	"gonao/motion/tunable"
	"gonao/sim"
)

// openLoop is one of the paper's walks, as a gait. They keep no odometry.
type openLoop struct{ gait.Engine }

func (g openLoop) Velocity(v Place) error {
	return g.SetVelocity(gait.Velocity{X: v.X, Y: v.Y, Yaw: v.Yaw})
}

func (g openLoop) Walked() Place { return Place{} }

// The paper's walks have two sets of numbers each: as they suit its simulator, which the
// profile paper is, and as they were adapted for a robot.

// omniConfig returns the numbers of the OmnidirectionalWalk.
func omniConfig(simulated bool) gait.OmniConfig {
	if simulated {
		return gait.OmniSimulated()
	}
	return gait.OmniAdapted()
}

// tfsByJoints returns the numbers of the TFSWalk's first variant.
func tfsByJoints(simulated bool) gait.TFSConfig {
	if simulated {
		return gait.TFSJoints()
	}
	return gait.TFSJointsAdapted()
}

// tfsByLegs returns the numbers of the TFSWalk's second variant.
func tfsByLegs(simulated bool) gait.TFSConfig {
	if simulated {
		return gait.TFSLegs()
	}
	return gait.TFSLegsAdapted()
}

// newOmni makes the OmnidirectionalWalk; a body with two hip yaws turns each for itself.
func newOmni(setup *Setup) (Gait, error) {
	cfg := omniConfig(setup.simulated())
	if err := setup.tune("omni", cfg.Fields()); err != nil {
		return nil, err
	}
	e, err := gait.NewOmni(cfg)
	if err != nil {
		return nil, err
	}
	if watch := setup.Watch; cfg.TwoYaws {
		setup.Watch = func(s *Stage) {
			s.Sim.SetRightHipYawPitch(e.RightHipYawPitch())
			if watch != nil {
				watch(s)
			}
		}
	}
	return openLoop{e}, nil
}

func omniFields(string) ([]tunable.Field, error) {
	cfg := gait.OmniAdapted()
	return prefixed("omni", cfg.Fields()), nil
}

// newTFS makes a variant of the TFSWalk.
func newTFS(usual func(bool) gait.TFSConfig) maker {
	return func(setup *Setup) (Gait, error) {
		cfg := usual(setup.simulated())
		if err := setup.tune("tfs", cfg.Fields()); err != nil {
			return nil, err
		}
		e, err := gait.NewTFS(cfg)
		return openLoop{e}, err
	}
}

func tfsFields(usual func(bool) gait.TFSConfig) func(string) ([]tunable.Field, error) {
	return func(string) ([]tunable.Field, error) {
		cfg := usual(false)
		return prefixed("tfs", cfg.Fields()), nil
	}
}

// newCPG makes a CPG behaviour: the built-in one of a name, or the Setup's file. The
// profile paper has the one before it was adapted.
func newCPG(name string) maker {
	return func(setup *Setup) (Gait, error) {
		m, err := setup.CPG, error(nil)
		if m == nil {
			name := name
			if setup.simulated() {
				name += cpg.Simulated
			}
			m, err = loadCPG(name, setup.File)
		}
		if err != nil {
			return nil, err
		}
		return openLoop{cpg.NewPlayer(m)}, nil
	}
}

func loadCPG(name, file string) (*cpg.Motion, error) {
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("read CPG behaviour: %w", err)
		}
		return cpg.Parse(file, data)
	}
	library, err := cpg.Builtin()
	if err != nil {
		return nil, err
	}
	m, ok := library.Find(name)
	if !ok {
		return nil, fmt.Errorf("CPG behaviour %q: no such behaviour; there are %q", name, library.Names())
	}
	return m, nil
}

// paperSec is how long the paper's walks walk.
const paperSec = 20

// paperRows returns the rows of the paper's own walks. They have no required values: the paper's figures are printed beside
// ours.
func paperRows() []Row {
	at := func(name, title, paper string, v Place, make maker) Row {
		return speedRow(speedOf{
			name: name, title: title, paper: paper, v: v, sec: paperSec, must: none, goal: none, safe: none,
		}, make)
	}
	with := func(row Row, plays string, fields func(string) ([]tunable.Field, error)) Row {
		row.Plays, row.Fields = plays, fields
		row.Profiles = []sim.Profile{sim.Paper, sim.Real}
		return row
	}
	ahead, turn := Place{X: asFastAsItGoes}, Place{Yaw: asFastAsItGoes}
	return []Row{
		with(at("cpg_walk", "CPG walk", "7.33 / 6 cm/s", Place{X: 0.1}, newCPG("cpg_walk")), "cpg", nil),
		with(at("cpg_turn", "CPG turn", "49.5 / 27 °/s", Place{Yaw: 0.5}, newCPG("cpg_turn")), "cpg", nil),
		with(at("cpg_rotate", "CPG rotate around the ball", "50.0 / 27 °/s", Place{Yaw: 0.5}, newCPG("cpg_rotate")), "cpg", nil),
		with(at("omni_forward", "OmnidirectionalWalk, forward", "10 / 5 cm/s", ahead, newOmni), "", omniFields),
		with(at("omni_side", "OmnidirectionalWalk, sideways", "3 / 1 cm/s", Place{Y: asFastAsItGoes}, newOmni), "", omniFields),
		with(at("omni_turn", "OmnidirectionalWalk, turn", "12 / 35 °/s", turn, newOmni), "", omniFields),
		with(at("tfs_joints", "TFSWalk by joints, forward", "51 / 22 cm/s", ahead, newTFS(tfsByJoints)), "", tfsFields(tfsByJoints)),
		with(at("tfs_joints_turn", "TFSWalk by joints, turn", "42 / 25 °/s", turn, newTFS(tfsByJoints)), "", tfsFields(tfsByJoints)),
		with(at("tfs_legs", "TFSWalk over the Leg Interface, forward", "51 / 22 cm/s", ahead, newTFS(tfsByLegs)), "", tfsFields(tfsByLegs)),
		with(at("tfs_legs_turn", "TFSWalk over the Leg Interface, turn", "42 / 25 °/s", turn, newTFS(tfsByLegs)), "", tfsFields(tfsByLegs)),
	}
}
