package gazebobridge

import (
	"fmt"

	"gonao/gazebo_bridge/gzmsgs"
	sensormsgs "gonao/msgs/sensor_msgs"
)

// sensors returns the kinds of sensors without images.
func sensors() []kind {
	return []kind{
		always(func(g *gzmsgs.IMU) sensormsgs.Imu {
			return sensormsgs.Imu{
				Header: header(g.GetHeader()), Orientation: quaternion(g.GetOrientation()),
				AngularVelocity: vector(g.GetAngularVelocity()), LinearAcceleration: vector(g.GetLinearAcceleration()),
			}
		}, func(m *sensormsgs.Imu) *gzmsgs.IMU {
			return &gzmsgs.IMU{
				Header: headerOf(&m.Header, ""), EntityName: m.Header.FrameId, Orientation: quaternionOf(m.Orientation),
				AngularVelocity: vectorOf(m.AngularVelocity), LinearAcceleration: vectorOf(m.LinearAcceleration),
			}
		}),
		always(func(g *gzmsgs.Magnetometer) sensormsgs.MagneticField {
			return sensormsgs.MagneticField{Header: header(g.GetHeader()), MagneticField: vector(g.GetFieldTesla())}
		}, func(m *sensormsgs.MagneticField) *gzmsgs.Magnetometer {
			return &gzmsgs.Magnetometer{Header: headerOf(&m.Header, ""), FieldTesla: vectorOf(m.MagneticField)}
		}),
		always(func(g *gzmsgs.FluidPressure) sensormsgs.FluidPressure {
			return sensormsgs.FluidPressure{Header: header(g.GetHeader()), FluidPressure: g.GetPressure(), Variance: g.GetVariance()}
		}, func(m *sensormsgs.FluidPressure) *gzmsgs.FluidPressure {
			return &gzmsgs.FluidPressure{Header: headerOf(&m.Header, ""), Pressure: m.FluidPressure, Variance: m.Variance}
		}),
		always(jointState, jointStateOf),
		of(laserScan, laserScanOf),
	}
}

func jointState(g *gzmsgs.Model) sensormsgs.JointState {
	m := sensormsgs.JointState{Header: header(g.GetHeader())}
	for _, j := range g.GetJoint() {
		m.Name = append(m.Name, j.GetName())
		m.Position = append(m.Position, j.GetAxis1().GetPosition())
		m.Velocity = append(m.Velocity, j.GetAxis1().GetVelocity())
		m.Effort = append(m.Effort, j.GetAxis1().GetForce())
	}
	return m
}

// jointStateOf returns a model's joints; values that the message lacks are 0.
func jointStateOf(m *sensormsgs.JointState) *gzmsgs.Model {
	at := func(values []float64, i int) float64 {
		if i < len(values) {
			return values[i]
		}
		return 0
	}
	g := &gzmsgs.Model{Header: headerOf(&m.Header, "")}
	for i, name := range m.Name {
		g.Joint = append(g.Joint, &gzmsgs.Joint{Name: name, Axis1: &gzmsgs.Axis{
			Position: at(m.Position, i), Velocity: at(m.Velocity, i), Force: at(m.Effort, i),
		}})
	}
	return g
}

// laserScan returns a scan; the middle row of one with several rows.
func laserScan(g *gzmsgs.LaserScan) (sensormsgs.LaserScan, error) {
	m := sensormsgs.LaserScan{
		Header: header(g.GetHeader()), AngleMin: float32(g.GetAngleMin()), AngleMax: float32(g.GetAngleMax()),
		AngleIncrement: float32(g.GetAngleStep()), RangeMin: float32(g.GetRangeMin()), RangeMax: float32(g.GetRangeMax()),
	}
	if m.Header.FrameId == "" {
		m.Header.FrameId = g.GetFrame()
	}
	count, rows := uint64(g.GetCount()), max(uint64(g.GetVerticalCount()), 1)
	if got := uint64(len(g.GetRanges())); got != count*rows {
		return m, fmt.Errorf("scan of %d ranges: expected %d, %d rows of %d", got, count*rows, rows, count)
	}
	from := rows / 2 * count
	m.Ranges = singles(g.GetRanges()[from : from+count])
	if uint64(len(g.GetIntensities())) == count*rows {
		m.Intensities = singles(g.GetIntensities()[from : from+count])
	}
	return m, nil
}

func laserScanOf(m *sensormsgs.LaserScan) (*gzmsgs.LaserScan, error) {
	return &gzmsgs.LaserScan{
		Header: headerOf(&m.Header, ""), Frame: m.Header.FrameId,
		AngleMin: float64(m.AngleMin), AngleMax: float64(m.AngleMax), AngleStep: float64(m.AngleIncrement),
		RangeMin: float64(m.RangeMin), RangeMax: float64(m.RangeMax),
		Count: uint32(len(m.Ranges)), VerticalCount: 1,
		Ranges: doubles(m.Ranges), Intensities: doubles(m.Intensities),
	}, nil
}

func singles(values []float64) []float32 {
	out := make([]float32, len(values))
	for i, v := range values {
		out[i] = float32(v)
	}
	return out
}

func doubles(values []float32) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = float64(v)
	}
	return out
}
