package gazebobridge

import (
	"gonao/gazebo_bridge/gzmsgs"
	geometrymsgs "gonao/msgs/geometry_msgs"
	navmsgs "gonao/msgs/nav_msgs"
	tf2msgs "gonao/msgs/tf2_msgs"
)

// places returns the kinds of poses, velocities and forces.
func places() []kind {
	return []kind{
		always(vector, func(m *geometrymsgs.Vector3) *gzmsgs.Vector3D { return vectorOf(*m) }),
		always(point, func(m *geometrymsgs.Point) *gzmsgs.Vector3D { return pointOf(*m) }),
		always(quaternion, func(m *geometrymsgs.Quaternion) *gzmsgs.Quaternion { return quaternionOf(*m) }),
		always(pose, poseOf),
		always(func(g *gzmsgs.Pose) geometrymsgs.PoseStamped {
			return geometrymsgs.PoseStamped{Header: header(g.GetHeader()), Pose: pose(g)}
		}, func(m *geometrymsgs.PoseStamped) *gzmsgs.Pose {
			g := poseOf(&m.Pose)
			g.Header = headerOf(&m.Header, "")
			return g
		}),
		always(poseArray, poseArrayOf),
		always(transform, transformOf),
		always(transformStamped, transformStampedOf),
		always(func(g *gzmsgs.Pose_V) (m tf2msgs.TFMessage) {
			for _, p := range g.GetPose() {
				m.Transforms = append(m.Transforms, transformStamped(p))
			}
			return m
		}, func(m *tf2msgs.TFMessage) *gzmsgs.Pose_V {
			g := &gzmsgs.Pose_V{}
			for i := range m.Transforms {
				g.Pose = append(g.Pose, transformStampedOf(&m.Transforms[i]))
			}
			if len(g.GetPose()) > 0 {
				g.Header = headerOf(&m.Transforms[0].Header, "")
			}
			return g
		}),
		always(twist, twistOf),
		always(func(g *gzmsgs.Twist) geometrymsgs.TwistStamped {
			return geometrymsgs.TwistStamped{Header: header(g.GetHeader()), Twist: twist(g)}
		}, func(m *geometrymsgs.TwistStamped) *gzmsgs.Twist {
			g := twistOf(&m.Twist)
			g.Header = headerOf(&m.Header, "")
			return g
		}),
		always(wrench, wrenchOf),
		always(func(g *gzmsgs.Wrench) geometrymsgs.WrenchStamped {
			return geometrymsgs.WrenchStamped{Header: header(g.GetHeader()), Wrench: wrench(g)}
		}, func(m *geometrymsgs.WrenchStamped) *gzmsgs.Wrench {
			g := wrenchOf(&m.Wrench)
			g.Header = headerOf(&m.Header, "")
			return g
		}),
		always(func(g *gzmsgs.Odometry) navmsgs.Odometry {
			return navmsgs.Odometry{
				Header: header(g.GetHeader()), ChildFrameId: entry(g.GetHeader(), childKey),
				Pose:  geometrymsgs.PoseWithCovariance{Pose: pose(g.GetPose())},
				Twist: geometrymsgs.TwistWithCovariance{Twist: twist(g.GetTwist())},
			}
		}, func(m *navmsgs.Odometry) *gzmsgs.Odometry {
			return &gzmsgs.Odometry{
				Header: headerOf(&m.Header, m.ChildFrameId), Pose: poseOf(&m.Pose.Pose), Twist: twistOf(&m.Twist.Twist),
			}
		}),
	}
}

func vector(g *gzmsgs.Vector3D) geometrymsgs.Vector3 {
	return geometrymsgs.Vector3{X: g.GetX(), Y: g.GetY(), Z: g.GetZ()}
}

func vectorOf(m geometrymsgs.Vector3) *gzmsgs.Vector3D {
	return &gzmsgs.Vector3D{X: m.X, Y: m.Y, Z: m.Z}
}

func point(g *gzmsgs.Vector3D) geometrymsgs.Point {
	return geometrymsgs.Point{X: g.GetX(), Y: g.GetY(), Z: g.GetZ()}
}

func pointOf(m geometrymsgs.Point) *gzmsgs.Vector3D { return &gzmsgs.Vector3D{X: m.X, Y: m.Y, Z: m.Z} }

// quaternion returns a rotation; a missing one is the identity.
func quaternion(g *gzmsgs.Quaternion) geometrymsgs.Quaternion {
	if g == nil {
		return geometrymsgs.Quaternion{W: 1}
	}
	return geometrymsgs.Quaternion{X: g.GetX(), Y: g.GetY(), Z: g.GetZ(), W: g.GetW()}
}

func quaternionOf(m geometrymsgs.Quaternion) *gzmsgs.Quaternion {
	return &gzmsgs.Quaternion{X: m.X, Y: m.Y, Z: m.Z, W: m.W}
}

func pose(g *gzmsgs.Pose) geometrymsgs.Pose {
	return geometrymsgs.Pose{Position: point(g.GetPosition()), Orientation: quaternion(g.GetOrientation())}
}

func poseOf(m *geometrymsgs.Pose) *gzmsgs.Pose {
	return &gzmsgs.Pose{Position: pointOf(m.Position), Orientation: quaternionOf(m.Orientation)}
}

func poseArray(g *gzmsgs.Pose_V) geometrymsgs.PoseArray {
	m := geometrymsgs.PoseArray{Header: header(g.GetHeader())}
	for _, p := range g.GetPose() {
		m.Poses = append(m.Poses, pose(p))
	}
	return m
}

func poseArrayOf(m *geometrymsgs.PoseArray) *gzmsgs.Pose_V {
	g := &gzmsgs.Pose_V{Header: headerOf(&m.Header, "")}
	for i := range m.Poses {
		p := poseOf(&m.Poses[i])
		p.Header = headerOf(&m.Header, "")
		g.Pose = append(g.Pose, p)
	}
	return g
}

func transform(g *gzmsgs.Pose) geometrymsgs.Transform {
	return geometrymsgs.Transform{Translation: vector(g.GetPosition()), Rotation: quaternion(g.GetOrientation())}
}

func transformOf(m *geometrymsgs.Transform) *gzmsgs.Pose {
	return &gzmsgs.Pose{Position: vectorOf(m.Translation), Orientation: quaternionOf(m.Rotation)}
}

// transformStamped returns a transform. Where the header has no child frame, the pose's name is it.
func transformStamped(g *gzmsgs.Pose) geometrymsgs.TransformStamped {
	child := entry(g.GetHeader(), childKey)
	if child == "" {
		child = g.GetName()
	}
	return geometrymsgs.TransformStamped{Header: header(g.GetHeader()), ChildFrameId: child, Transform: transform(g)}
}

func transformStampedOf(m *geometrymsgs.TransformStamped) *gzmsgs.Pose {
	g := transformOf(&m.Transform)
	g.Header, g.Name = headerOf(&m.Header, m.ChildFrameId), m.ChildFrameId
	return g
}

func twist(g *gzmsgs.Twist) geometrymsgs.Twist {
	return geometrymsgs.Twist{Linear: vector(g.GetLinear()), Angular: vector(g.GetAngular())}
}

func twistOf(m *geometrymsgs.Twist) *gzmsgs.Twist {
	return &gzmsgs.Twist{Linear: vectorOf(m.Linear), Angular: vectorOf(m.Angular)}
}

func wrench(g *gzmsgs.Wrench) geometrymsgs.Wrench {
	return geometrymsgs.Wrench{Force: vector(g.GetForce()), Torque: vector(g.GetTorque())}
}

func wrenchOf(m *geometrymsgs.Wrench) *gzmsgs.Wrench {
	return &gzmsgs.Wrench{Force: vectorOf(m.Force), Torque: vectorOf(m.Torque)}
}
