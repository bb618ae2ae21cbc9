package naoqi

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/lugu/qiloop/type/value"

	"gonao/nao"
)

// gravity converts the kilograms of the force sensors to newtons, m/s².
const gravity = 9.81

// reading is a value in ALMemory and its place in the state.
type reading struct {
	key    string
	put    func(state *nao.State, v float64)
	needed nao.Capabilities // capability that a body without this value lacks
}

// fast holds the readings for every state; slow holds those that change slowly and are read once a second.
var fast, slow = readings()

func readings() (fast, slow []reading) {
	const devices = "Device/SubDeviceList/"
	add := func(to *[]reading, device string, put func(*nao.State, float64)) {
		*to = append(*to, reading{devices + device, put, capabilityOf(device)})
	}
	for i, axis := range []string{"X", "Y", "Z"} {
		// As in LoLA, the accelerometer at rest points in the direction of gravity. The specific force of REP 145
		// is its negative.
		add(&fast, "InertialSensor/Accelerometer"+axis+"/Sensor/Value", func(s *nao.State, v float64) { s.Accelerometer[i] = 0 - v })
		add(&fast, "InertialSensor/Gyroscope"+axis+"/Sensor/Value", func(s *nao.State, v float64) { s.Gyroscope[i] = v })
	}
	for i, axis := range []string{"X", "Y"} {
		add(&fast, "InertialSensor/Angle"+axis+"/Sensor/Value", func(s *nao.State, v float64) { s.Angles[i] = v })
	}
	for i, place := range []string{
		"LFoot/FSR/FrontLeft", "LFoot/FSR/FrontRight", "LFoot/FSR/RearLeft", "LFoot/FSR/RearRight",
		"RFoot/FSR/FrontLeft", "RFoot/FSR/FrontRight", "RFoot/FSR/RearLeft", "RFoot/FSR/RearRight",
	} {
		add(&fast, place+"/Sensor/Value", func(s *nao.State, v float64) { s.FSR[i] = gravity * v })
	}
	for i, place := range []string{
		nao.ChestButton: "ChestBoard/Button", nao.HeadFront: "Head/Touch/Front", nao.HeadMiddle: "Head/Touch/Middle",
		nao.HeadRear: "Head/Touch/Rear", nao.LFootBumperLeft: "LFoot/Bumper/Left", nao.LFootBumperRight: "LFoot/Bumper/Right",
		nao.LHandBack: "LHand/Touch/Back", nao.LHandLeft: "LHand/Touch/Left", nao.LHandRight: "LHand/Touch/Right",
		nao.RFootBumperLeft: "RFoot/Bumper/Left", nao.RFootBumperRight: "RFoot/Bumper/Right",
		nao.RHandBack: "RHand/Touch/Back", nao.RHandLeft: "RHand/Touch/Left", nao.RHandRight: "RHand/Touch/Right",
	} {
		add(&fast, place+"/Sensor/Value", func(s *nao.State, v float64) { s.Touch[i] = v > 0.5 })
	}
	for i, side := range []string{"Left", "Right"} {
		add(&fast, "US/"+side+"/Sensor/Value", func(s *nao.State, v float64) { s.Sonar[i] = v })
	}
	for j, name := range jointNames {
		add(&fast, name+"/ElectricCurrent/Sensor/Value", func(s *nao.State, v float64) { s.Current[j] = v })
		add(&slow, name+"/Temperature/Sensor/Value", func(s *nao.State, v float64) { s.Temperature[j] = v })
		add(&slow, name+"/Temperature/Sensor/Status", func(s *nao.State, v float64) {
			s.Status[j] = nao.JointStatus(min(max(v, 0), float64(nao.StatusCriticallyHot)))
		})
	}
	add(&slow, "Battery/Charge/Sensor/Value", func(s *nao.State, v float64) { s.Battery.Charge = v })
	add(&slow, "Battery/Current/Sensor/Value", func(s *nao.State, v float64) { s.Battery.Current, s.Battery.Charging = v, v > 0 })
	add(&slow, "Battery/Temperature/Sensor/Value", func(s *nao.State, v float64) { s.Battery.Temperature = v })
	return fast, slow
}

// capabilityOf returns the capability that needs a device. A V4's gyroscope has no z axis.
func capabilityOf(device string) nao.Capabilities {
	for _, row := range []struct {
		part string
		bit  nao.Capabilities
	}{
		{"GyroscopeZ", 0},
		{"InertialSensor", nao.SensesIMU},
		{"FSR", nao.SensesFSR},
		{"US/", nao.SensesSonar},
		{"ElectricCurrent", nao.SensesCurrent},
		{"Temperature/Sensor/Status", 0},
		{"Battery/Charge", nao.SensesBattery},
		{"Battery", 0},
		{"Temperature", nao.SensesTemperature},
		{"ChestBoard", nao.SensesTouch},
	} {
		if strings.Contains(device, row.part) {
			return row.bit
		}
	}
	return 0
}

// block is a list of readings that one call reads.
type block struct {
	readings []reading
	keys     value.Value
	values   []float64
	before   []float64 // values of the last call
	changes  uint64    // number of calls in which a value had changed
}

func newBlock(readings []reading) *block {
	b := &block{readings: readings, values: make([]float64, len(readings)), before: make([]float64, len(readings))}
	keys := make([]string, len(readings))
	for i, r := range readings {
		keys[i] = r.key
	}
	b.keys = names(keys)
	return b
}

// read reads the values.
func (b *block) read(ctx context.Context, r *robot) error {
	return guarded(func() error {
		got, err := r.memory.WithContext(ctx).GetListData(b.keys)
		if err != nil {
			return err
		}
		if err := numbers(got, b.values); err != nil {
			return fmt.Errorf("ALMemory.getListData: %w", err)
		}
		return nil
	})
}

// put fills in the state. A value that is NaN, or that the robot does not have, such as the z axis of a V4's
// gyroscope, leaves the state's field at 0.
func (b *block) put(state *nao.State) {
	changed := false
	for i, v := range b.values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			b.readings[i].put(state, v)
			changed = changed || v != b.before[i]
		}
	}
	if changed {
		b.changes++
	}
	copy(b.before, b.values)
}

// missing returns the keys that have no number, and the capabilities that are missing for that reason.
func (b *block) missing() (keys []string, lacks nao.Capabilities) {
	for i, v := range b.values {
		if math.IsNaN(v) {
			keys = append(keys, b.readings[i].key)
			lacks |= b.readings[i].needed
		}
	}
	return keys, lacks
}

// joints reads the present joint angles, rad.
func (r *robot) joints(ctx context.Context, into *nao.Joints) error {
	return guarded(func() error {
		got, err := r.motion.WithContext(ctx).GetAngles(jointList, true)
		if err != nil {
			return err
		}
		return fill(into, got, "ALMotion.getAngles")
	})
}

// stiffnesses reads the present stiffnesses.
func (r *robot) stiffnesses(ctx context.Context, into *nao.Joints) error {
	return guarded(func() error {
		got, err := r.motion.WithContext(ctx).GetStiffnesses(jointList)
		if err != nil {
			return err
		}
		return fill(into, got, "ALMotion.getStiffnesses")
	})
}

// fill fills in one value per joint.
func fill(into *nao.Joints, got []float32, call string) error {
	if len(got) != nao.NumJoints {
		return fmt.Errorf("%s: %d values; expected %d", call, len(got), nao.NumJoints)
	}
	for j, v := range got {
		if f := float64(v); !math.IsNaN(f) && !math.IsInf(f, 0) {
			into[j] = f
			continue
		}
		return fmt.Errorf("%s: %s is not a number", call, nao.Joint(j))
	}
	return nil
}
