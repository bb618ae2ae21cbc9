package nao

import (
	"math"

	"gonum.org/v1/gonum/spatial/r3"
)

// fingerMass is the mass of a hand's fingers, kg. In the maker's model the wrist has the mass of the
// whole hand, and the gripper's mass is a placeholder.
const fingerMass = 2e-06

// links is the link table of the V6: the body of the V5 with a heavier head. Joint
// origins, masses, centres of mass and inertias: the URDF that ros-naoqi/nao_robot
// generated from the maker's own model (BSD-3); the head's: B-Human's figures for
// the V6. Inertias are about the centre of mass; the maker's pages and B-Human print
// them about the joint; a model that mixes the two has inertias of the legs up to three
// times too large.
//
// The fingers fold together about y, from 0 closed to 1 rad open. In the maker's
// URDF the hand's joint has the axis x and each finger follows by its own.
var links = [NumLinks]linkFacts{
	LinkTorso: {
		name: "torso", joint: NoJoint,
		mass: 1.04956, com: r3.Vec{X: -0.00413, Z: 0.04342},
		inertia: [6]float64{0.003084, 0.002884, 0.001592, 1.431e-05, -3.302e-05, -2.708e-05},
	},
	LinkNeck: {
		name: "Neck", parent: LinkTorso, jointName: "HeadYaw", joint: HeadYaw,
		origin: r3.Vec{Z: 0.1265}, axis: r3.Vec{Z: 1},
		mass: 0.07842, com: r3.Vec{X: -1e-05, Z: -0.02742},
		inertia: [6]float64{1.603e-05, 1.704e-05, 5.534e-06, 1.57e-09, 3.163e-09, -5.295e-08},
	},
	LinkHead: {
		name: "Head", parent: LinkNeck, jointName: "HeadPitch", joint: HeadPitch,
		origin: r3.Vec{}, axis: r3.Vec{Y: 1},
		mass: 0.65955, com: r3.Vec{X: 0.00109, Y: 0.00146, Z: 0.05719},
		inertia: [6]float64{0.0007712, 0.0006806, 0.0007147, 4.750e-06, 9.714e-06, -1.873e-05},
	},
	LinkLShoulder: {
		name: "LShoulder", parent: LinkTorso, jointName: "LShoulderPitch", joint: LShoulderPitch,
		origin: r3.Vec{Y: 0.098, Z: 0.1}, axis: r3.Vec{Y: 1},
		mass: 0.09304, com: r3.Vec{X: -0.00165, Y: -0.02663, Z: 0.00014},
		inertia: [6]float64{1.83e-05, 1.39e-05, 2.019e-05, 2.06e-06, 1.888e-09, -3.666e-07},
	},
	LinkLBicep: {
		name: "LBicep", parent: LinkLShoulder, jointName: "LShoulderRoll", joint: LShoulderRoll,
		origin: r3.Vec{}, axis: r3.Vec{Z: 1},
		mass: 0.15777, com: r3.Vec{X: 0.02455, Y: 0.00563, Z: 0.0033},
		inertia: [6]float64{8.718e-05, 0.0002747, 0.0002418, -2.534e-05, -1.421e-05, 4.714e-07},
	},
	LinkLElbow: {
		name: "LElbow", parent: LinkLBicep, jointName: "LElbowYaw", joint: LElbowYaw,
		origin: r3.Vec{X: 0.105, Y: 0.015}, axis: r3.Vec{X: 1},
		mass: 0.06483, com: r3.Vec{X: -0.02744, Z: -0.00014},
		inertia: [6]float64{5.596e-06, 2.662e-05, 2.763e-05, 4.21e-09, 2.922e-07, -1.84e-09},
	},
	LinkLForeArm: {
		name: "LForeArm", parent: LinkLElbow, jointName: "LElbowRoll", joint: LElbowRoll,
		origin: r3.Vec{}, axis: r3.Vec{Z: 1},
		mass: 0.07761, com: r3.Vec{X: 0.02556, Y: 0.00281, Z: 0.00076},
		inertia: [6]float64{2.467e-05, 3.838e-05, 3.597e-05, 3.232e-06, 1.582e-06, 1.392e-07},
	},
	LinkLWrist: {
		name: "l_wrist", parent: LinkLForeArm, jointName: "LWristYaw", joint: LWristYaw,
		origin: r3.Vec{X: 0.05595}, axis: r3.Vec{X: 1},
		mass: 0.18533, com: r3.Vec{X: 0.03434, Y: -0.00088, Z: 0.00308},
		inertia: [6]float64{6.865e-05, 0.0001358, 0.0001332, 1.155e-07, -2.873e-06, 2.675e-06},
	},
	LinkLPelvis: {
		name: "LPelvis", parent: LinkTorso, jointName: "LHipYawPitch", joint: LHipYawPitch,
		origin: r3.Vec{Y: 0.05, Z: -0.085}, axis: r3.Vec{Y: math.Sqrt2 / 2, Z: -math.Sqrt2 / 2},
		mass: 0.06981, com: r3.Vec{X: -0.00781, Y: -0.01114, Z: 0.02661},
		inertia: [6]float64{2.341e-05, 4.764e-05, 4.97e-05, 1.079e-06, -1.76e-06, 2.761e-06},
	},
	LinkLHip: {
		name: "LHip", parent: LinkLPelvis, jointName: "LHipRoll", joint: LHipRoll,
		origin: r3.Vec{}, axis: r3.Vec{X: 1},
		mass: 0.14053, com: r3.Vec{X: -0.01549, Y: 0.00029, Z: -0.00515},
		inertia: [6]float64{2.384e-05, 6.082e-05, 5.437e-05, -6.536e-07, 7.129e-06, -2.141e-07},
	},
	LinkLThigh: {
		name: "LThigh", parent: LinkLHip, jointName: "LHipPitch", joint: LHipPitch,
		origin: r3.Vec{}, axis: r3.Vec{Y: 1},
		mass: 0.38968, com: r3.Vec{X: 0.00138, Y: 0.00221, Z: -0.05373},
		inertia: [6]float64{0.0005098, 0.0004654, 0.0003011, 2.113e-06, 5.641e-05, -7.91e-06},
	},
	LinkLTibia: {
		name: "LTibia", parent: LinkLThigh, jointName: "LKneePitch", joint: LKneePitch,
		origin: r3.Vec{Z: -0.1}, axis: r3.Vec{Y: 1},
		mass: 0.30142, com: r3.Vec{X: 0.00453, Y: 0.00225, Z: -0.04936},
		inertia: [6]float64{0.0004462, 0.0003881, 0.0001855, 3.706e-06, -3.09e-05, 6.02e-06},
	},
	LinkLAnkle: {
		name: "LAnklePitch", parent: LinkLTibia, jointName: "LAnklePitch", joint: LAnklePitch,
		origin: r3.Vec{Z: -0.1029}, axis: r3.Vec{Y: 1},
		mass: 0.13416, com: r3.Vec{X: 0.00045, Y: 0.00029, Z: 0.00685},
		inertia: [6]float64{3.22e-05, 6.794e-05, 5.483e-05, -8.832e-09, 4.275e-06, 2.848e-07},
	},
	LinkLFoot: {
		name: "l_ankle", parent: LinkLAnkle, jointName: "LAnkleRoll", joint: LAnkleRoll,
		origin: r3.Vec{}, axis: r3.Vec{X: 1},
		mass: 0.17184, com: r3.Vec{X: 0.02542, Y: 0.0033, Z: -0.03239},
		inertia: [6]float64{8.729e-05, 0.000353, 0.0004128, 8.719e-06, -2.106e-06, 3.735e-07},
	},
	LinkRPelvis: {
		name: "RPelvis", parent: LinkTorso, jointName: "RHipYawPitch", joint: LHipYawPitch,
		origin: r3.Vec{Y: -0.05, Z: -0.085}, axis: r3.Vec{Y: math.Sqrt2 / 2, Z: math.Sqrt2 / 2},
		mass: 0.06981, com: r3.Vec{X: -0.00781, Y: 0.01114, Z: 0.02661},
		inertia: [6]float64{3.188e-05, 5.184e-05, 5.397e-05, -1.072e-06, -1.773e-06, -7.007e-06},
	},
	LinkRHip: {
		name: "RHip", parent: LinkRPelvis, jointName: "RHipRoll", joint: RHipRoll,
		origin: r3.Vec{}, axis: r3.Vec{X: 1},
		mass: 0.14053, com: r3.Vec{X: -0.01549, Y: -0.00029, Z: -0.00515},
		inertia: [6]float64{2.385e-05, 6.082e-05, 5.437e-05, 6.121e-07, 7.102e-06, 2.124e-07},
	},
	LinkRThigh: {
		name: "RThigh", parent: LinkRHip, jointName: "RHipPitch", joint: RHipPitch,
		origin: r3.Vec{}, axis: r3.Vec{Y: 1},
		mass: 0.38968, com: r3.Vec{X: 0.00138, Y: -0.00221, Z: -0.05373},
		inertia: [6]float64{0.0005106, 0.0004665, 0.0003013, -2.028e-06, 5.699e-05, 7.096e-06},
	},
	LinkRTibia: {
		name: "RTibia", parent: LinkRThigh, jointName: "RKneePitch", joint: RKneePitch,
		origin: r3.Vec{Z: -0.1}, axis: r3.Vec{Y: 1},
		mass: 0.30142, com: r3.Vec{X: 0.00453, Y: -0.00225, Z: -0.04936},
		inertia: [6]float64{0.0004469, 0.0003877, 0.0001837, -3.969e-06, -3.94e-05, -5e-06},
	},
	LinkRAnkle: {
		name: "RAnklePitch", parent: LinkRTibia, jointName: "RAnklePitch", joint: RAnklePitch,
		origin: r3.Vec{Z: -0.1029}, axis: r3.Vec{Y: 1},
		mass: 0.13416, com: r3.Vec{X: 0.00045, Y: -0.00029, Z: 0.00685},
		inertia: [6]float64{3.22e-05, 6.799e-05, 5.487e-05, 4.683e-08, 4.288e-06, -2.711e-07},
	},
	LinkRFoot: {
		name: "r_ankle", parent: LinkRAnkle, jointName: "RAnkleRoll", joint: RAnkleRoll,
		origin: r3.Vec{}, axis: r3.Vec{X: 1},
		mass: 0.17184, com: r3.Vec{X: 0.02542, Y: -0.0033, Z: -0.03239},
		inertia: [6]float64{8.715e-05, 0.0003522, 0.0004121, -8.54e-06, -2.352e-06, -4.817e-07},
	},
	LinkRShoulder: {
		name: "RShoulder", parent: LinkTorso, jointName: "RShoulderPitch", joint: RShoulderPitch,
		origin: r3.Vec{Y: -0.098, Z: 0.1}, axis: r3.Vec{Y: 1},
		mass: 0.09304, com: r3.Vec{X: -0.00165, Y: 0.02663, Z: 0.00014},
		inertia: [6]float64{1.83e-05, 1.39e-05, 2.019e-05, -2.06e-06, 1.888e-09, 3.666e-07},
	},
	LinkRBicep: {
		name: "RBicep", parent: LinkRShoulder, jointName: "RShoulderRoll", joint: RShoulderRoll,
		origin: r3.Vec{}, axis: r3.Vec{Z: 1},
		mass: 0.15777, com: r3.Vec{X: 0.02455, Y: -0.00563, Z: 0.0033},
		inertia: [6]float64{0.0001034, 0.0002708, 0.0002545, 5.488e-05, -1.326e-05, 9.167e-06},
	},
	LinkRElbow: {
		name: "RElbow", parent: LinkRBicep, jointName: "RElbowYaw", joint: RElbowYaw,
		origin: r3.Vec{X: 0.105, Y: -0.015}, axis: r3.Vec{X: 1},
		mass: 0.06483, com: r3.Vec{X: -0.02744, Z: -0.00014},
		inertia: [6]float64{5.596e-06, 2.662e-05, 2.763e-05, 4.21e-09, 2.922e-07, -1.84e-09},
	},
	LinkRForeArm: {
		name: "RForeArm", parent: LinkRElbow, jointName: "RElbowRoll", joint: RElbowRoll,
		origin: r3.Vec{}, axis: r3.Vec{Z: 1},
		mass: 0.07761, com: r3.Vec{X: 0.02556, Y: -0.00281, Z: 0.00076},
		inertia: [6]float64{2.473e-05, 3.847e-05, 3.593e-05, -3.242e-06, 9.065e-07, -1.388e-07},
	},
	LinkRWrist: {
		name: "r_wrist", parent: LinkRForeArm, jointName: "RWristYaw", joint: RWristYaw,
		origin: r3.Vec{X: 0.05595}, axis: r3.Vec{X: 1},
		mass: 0.18533, com: r3.Vec{X: 0.03434, Y: 0.00088, Z: 0.00308},
		inertia: [6]float64{6.865e-05, 0.0001358, 0.0001332, 1.132e-05, -2.873e-06, 3.68e-06},
	},
	LinkLHand: {
		name: "l_gripper", parent: LinkLWrist, jointName: "LHand", joint: LHand,
		origin: r3.Vec{X: 0.05775, Z: -0.01231}, axis: r3.Vec{Y: -1},
		mass: fingerMass, com: r3.Vec{X: 0.01},
		inertia: [6]float64{1e-09, 1e-09, 1e-09, 0, 0, 0},
	},
	LinkRHand: {
		name: "r_gripper", parent: LinkRWrist, jointName: "RHand", joint: RHand,
		origin: r3.Vec{X: 0.05775, Z: -0.01231}, axis: r3.Vec{Y: -1},
		mass: fingerMass, com: r3.Vec{X: 0.01},
		inertia: [6]float64{1e-09, 1e-09, 1e-09, 0, 0, 0},
	},
}
