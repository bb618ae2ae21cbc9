package nao

// blockShapes is the plain look of the papers: hexahedra, and a sphere for the
// head; left side and middle, lengths in m in each link's frame.
func blockShapes() []Shape {
	return []Shape{
		box(LinkTorso, White, at(0, 0, 0.045), 0.045, 0.064, 0.080),
		box(LinkTorso, Accent, at(0.046, 0, 0.060), 0.002, 0.030, 0.022),
		box(LinkTorso, Grey, at(0, 0, -0.065), 0.035, 0.060, 0.028),
		box(LinkNeck, Grey, at(0, 0, -0.020), 0.020, 0.020, 0.025),
		ball(LinkHead, White, at(-0.005, 0, 0.055), 0.060),
		box(LinkHead, Black, at(0.046, 0.022, 0.045), 0.006, 0.009, 0.009),
		box(LinkHead, Black, at(0.046, -0.022, 0.045), 0.006, 0.009, 0.009),

		box(LinkLShoulder, Grey, at(-0.004, -0.005, 0), 0.027, 0.026, 0.026),
		box(LinkLBicep, White, at(0.050, 0.008, 0), 0.050, 0.022, 0.024),
		box(LinkLBicep, Accent, at(0.022, 0.026, 0), 0.022, 0.006, 0.022),
		box(LinkLElbow, Grey, at(0, 0, 0), 0.018, 0.0185, 0.0185),
		box(LinkLForeArm, White, at(0.030, 0, 0), 0.028, 0.020, 0.020),
		box(LinkLWrist, Grey, at(0.012, 0, 0), 0.016, 0.018, 0.018),
		box(LinkLWrist, White, at(0.044, 0, 0), 0.018, 0.020, 0.011),
		pitched(box(LinkLHand, Grey, at(0.010, 0, -0.008), 0.018, 0.016, 0.006), 1),

		box(LinkLHip, Grey, at(0, 0, 0), 0.031, 0.031, 0.032),
		box(LinkLThigh, White, at(0.004, 0, -0.052), 0.034, 0.034, 0.040),
		box(LinkLTibia, Grey, at(0, 0, 0), 0.026, 0.032, 0.022),
		box(LinkLTibia, White, at(0, 0, -0.055), 0.030, 0.030, 0.040),
		box(LinkLTibia, Accent, at(0.031, 0, -0.055), 0.003, 0.024, 0.030),
		box(LinkLAnkle, Grey, at(0, 0, -0.006), 0.022, 0.024, 0.018),
		box(LinkLFoot, White, at(0.0245, 0.004, -0.0345), 0.075, 0.041, 0.0105),
	}
}
