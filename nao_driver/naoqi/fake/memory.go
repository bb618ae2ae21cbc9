package fake

import (
	"fmt"

	"github.com/lugu/qiloop/bus"
	"github.com/lugu/qiloop/type/value"

	"gonao/nao"
	"gonao/nao_driver/naoqi/qi"
)

type memory struct{ r *Robot }

func (m *memory) Activate(bus.Activation, qi.ALMemorySignalHelper) error { return nil }
func (m *memory) OnTerminate()                                           {}

func (m *memory) GetData(key string) (value.Value, error) {
	if v, found := m.r.recall()[key]; found {
		return valueOf(v), nil
	}
	return nil, fmt.Errorf("ALMemory::getData: no data at %s", key)
}

func (m *memory) GetListData(keys value.Value) (value.Value, error) {
	names, err := textsOf(keys)
	if err != nil {
		return nil, err
	}
	there := m.r.recall()
	list := make([]value.Value, len(names))
	for i, name := range names {
		list[i] = valueOf(there[name]) // void if there is no value
	}
	return value.List(list), nil
}

func valueOf(v any) value.Value {
	switch v := v.(type) {
	case string:
		return value.String(v)
	case float64:
		return value.Float(float32(v))
	case int:
		return value.Int(int32(v))
	default:
		return value.Void()
	}
}

// recall returns the values of ALMemory's last refresh. The map is not changed later.
func (r *Robot) recall() map[string]any {
	look := r.body.Look()
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.body
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.memory != nil && b.now-r.readAt < r.cfg.MemoryRefresh {
		return r.memory
	}
	r.readAt = b.now
	const devices, sensor = "Device/SubDeviceList/", "/Sensor/Value"
	m := map[string]any{
		"RobotConfig/Body/BaseVersion":             r.cfg.Body,
		"RobotConfig/Head/BaseVersion":             r.cfg.Body,
		"RobotConfig/Head/FullHeadId":              "P0000073A07S94F00001",
		"Device/DeviceList/ChestBoard/BodyId":      "P0000074A05S84F00002",
		devices + "Battery/Charge" + sensor:        b.battery,
		devices + "Battery/Current" + sensor:       -1.2,
		devices + "Battery/Temperature" + sensor:   31.0,
		devices + "InertialSensor/AngleX" + sensor: b.tilt[0],
		devices + "InertialSensor/AngleY" + sensor: b.tilt[1],
		// The value has noise, so that each refresh is visible.
		devices + "InertialSensor/AccelerometerX" + sensor: 0.01 * (b.now.Seconds() - float64(int64(b.now.Seconds()))),
		devices + "InertialSensor/AccelerometerY" + sensor: 0.0,
		devices + "InertialSensor/AccelerometerZ" + sensor: -9.81,
		devices + "InertialSensor/GyroscopeX" + sensor:     0.0,
		devices + "InertialSensor/GyroscopeY" + sensor:     0.0,
	}
	if r.cfg.Body != "V4.0" { // a V4 has only two axes
		m[devices+"InertialSensor/GyroscopeZ"+sensor] = 0.0
	}
	for _, foot := range []string{"LFoot", "RFoot"} {
		for _, place := range []string{"FrontLeft", "FrontRight", "RearLeft", "RearRight"} {
			m[devices+foot+"/FSR/"+place+sensor] = 0.65 // kg
		}
	}
	for _, side := range []string{"Left", "Right"} {
		m[devices+"US/"+side+sensor] = 0.0 // 0 until a client subscribes
		if len(r.sonars) > 0 {
			m[devices+"US/"+side+sensor] = 0.5
		}
	}
	for i, place := range touchPlaces {
		m[devices+place+sensor] = 0.0
		if b.touch[i] {
			m[devices+place+sensor] = 1.0
		}
	}
	for j := range nao.Joint(nao.NumJoints) {
		m[devices+j.String()+"/ElectricCurrent"+sensor] = 0.1 * look.Stiffness[j]
		if b.broken[j] {
			m[devices+j.String()+"/ElectricCurrent"+sensor] = 0.0
		}
		m[devices+j.String()+"/Temperature"+sensor] = b.celsius[j]
		m[devices+j.String()+"/Temperature/Sensor/Status"] = 0
	}
	r.memory = m
	return m
}

// touchPlaces lists NAOqi's names in the order of [nao.Touch].
var touchPlaces = [nao.NumTouch]string{
	"ChestBoard/Button", "Head/Touch/Front", "Head/Touch/Middle", "Head/Touch/Rear",
	"LFoot/Bumper/Left", "LFoot/Bumper/Right", "LHand/Touch/Back", "LHand/Touch/Left", "LHand/Touch/Right",
	"RFoot/Bumper/Left", "RFoot/Bumper/Right", "RHand/Touch/Back", "RHand/Touch/Left", "RHand/Touch/Right",
}
