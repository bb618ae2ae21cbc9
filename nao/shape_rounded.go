package nao

// roundedShapes is our own drawing of a NAO from primitives, left side and
// middle; lengths in m in each link's frame. The maker's meshes may not be
// redistributed. No shape covers the cameras' view, which a test checks.
func roundedShapes() []Shape {
	shapes := roundedTrunk()
	shapes = append(shapes, roundedHead()...)
	shapes = append(shapes, roundedArm()...)
	return append(shapes, roundedLeg()...)
}

func roundedTrunk() []Shape {
	return []Shape{
		egg(LinkTorso, White, at(-0.004, 0, 0.056), 0.055, 0.073, 0.076),
		egg(LinkTorso, White, at(0, 0, -0.014), 0.047, 0.053, 0.074),
		egg(LinkTorso, Grey, at(-0.030, 0, 0.045), 0.036, 0.050, 0.066), // battery
		pill(LinkTorso, Grey, at(0, -0.070, 0.1), at(0, 0.070, 0.1), 0.028),
		rod(LinkTorso, Grey, at(0, 0, 0.100), at(0, 0, 0.132), 0.026),      // collar
		egg(LinkTorso, Accent, at(-0.002, 0, 0.064), 0.0570, 0.055, 0.042), // chest plate
		rod(LinkTorso, Grey, at(0.043, 0.0016, 0.055), at(0.0562, 0.0016, 0.055), 0.019),
		lit(ChestLED, rod(LinkTorso, Button, at(0.043, 0.0016, 0.055), at(0.0578, 0.0016, 0.055), 0.014)),
		ball(LinkTorso, Grey, at(0, 0, -0.074), 0.039),
	}
}

func roundedHead() []Shape {
	shapes := []Shape{
		rod(LinkNeck, Grey, at(0, 0, -0.035), at(0, 0, 0.01), 0.022),
		egg(LinkHead, White, at(-0.004, 0, 0.058), 0.0605, 0.064, 0.0555),
		egg(LinkHead, White, at(0.010, 0, 0.026), 0.039, 0.047, 0.034),           // jaw
		rod(LinkHead, Black, at(0.052, 0, 0.0636), at(0.0577, 0, 0.0636), 0.005), // lenses
		rod(LinkHead, Black, at(0.044, 0, 0.0230), at(0.0495, 0, 0.0188), 0.005),
		egg(LinkHead, Grey, at(0.028, 0, 0.1020), 0.010, 0.016, 0.006), // touch pads
		egg(LinkHead, Grey, at(0.000, 0, 0.1115), 0.013, 0.018, 0.006),
		egg(LinkHead, Grey, at(-0.029, 0, 0.1040), 0.010, 0.016, 0.006),
	}
	for i, side := range [...]float64{1, -1} {
		earLED, eyeLED := [...]LED{LeftEarLED, RightEarLED}[i], [...]LED{LeftEyeLED, RightEyeLED}[i]
		ear := func(m Material, depth, radius float64) Shape {
			return rod(LinkHead, m, at(-0.006, side*0.050, 0.052), at(-0.006, side*depth, 0.052), radius)
		}
		eye := func(m Material, depth, radius float64) Shape {
			from := at(0.030, side*0.018, 0.046)
			return rod(LinkHead, m, from, at(from.X+depth, from.Y+side*0.4*depth, from.Z), radius)
		}
		shapes = append(shapes,
			ear(Grey, 0.0665, 0.034), ear(White, 0.0685, 0.027), lit(earLED, ear(Eye, 0.0690, 0.014)), ear(Grey, 0.0695, 0.011),
			eye(Grey, 0.0225, 0.0155), lit(eyeLED, eye(Eye, 0.0235, 0.0130)), eye(Black, 0.0242, 0.0055),
		)
	}
	return shapes
}

func roundedArm() []Shape {
	return []Shape{
		ball(LinkLShoulder, White, at(0, 0, 0), 0.033),
		rod(LinkLShoulder, Grey, at(0, -0.036, 0), at(0, -0.005, 0), 0.029),
		pill(LinkLBicep, White, at(0.014, 0.004, 0), at(0.082, 0.013, 0), 0.0265),
		egg(LinkLBicep, Accent, at(0.022, 0.017, 0.006), 0.040, 0.022, 0.029),
		ball(LinkLElbow, Grey, at(0, 0, 0), 0.0255),
		pill(LinkLForeArm, White, at(0.018, 0, 0), at(0.044, 0, 0), 0.0245),
		rod(LinkLWrist, White, at(-0.012, 0, 0), at(0.016, 0, 0), 0.0255),
		rod(LinkLWrist, Grey, at(0.012, 0, 0), at(0.026, 0, 0), 0.021),
		egg(LinkLWrist, White, at(0.044, 0, 0), 0.027, 0.023, 0.014),
		pill(LinkLWrist, Grey, at(0.042, -0.017, -0.008), at(0.062, -0.021, -0.022), 0.0065), // thumb
		// Fingers point down and ahead while the hand is closed; open, straight ahead.
		pill(LinkLHand, Grey, at(0.002, 0.011, 0.008), at(0.019, 0.012, -0.020), 0.0075),
		pill(LinkLHand, Grey, at(0.002, -0.008, 0.008), at(0.019, -0.009, -0.020), 0.0075),
	}
}

func roundedLeg() []Shape {
	return []Shape{
		egg(LinkLPelvis, Grey, at(-0.010, -0.010, 0.016), 0.036, 0.034, 0.034),
		ball(LinkLHip, Grey, at(-0.002, 0, 0), 0.038),
		pill(LinkLThigh, White, at(0.004, 0, -0.022), at(0.003, 0, -0.072), 0.037),
		egg(LinkLThigh, White, at(0.010, 0.002, -0.045), 0.036, 0.037, 0.056),
		rod(LinkLThigh, Grey, at(0, 0.020, 0), at(0, 0.041, 0), 0.024),
		rod(LinkLThigh, Grey, at(0, -0.033, -0.1), at(0, 0.035, -0.1), 0.029),
		rod(LinkLThigh, White, at(0, -0.035, -0.1), at(0, 0.037, -0.1), 0.020),
		pill(LinkLTibia, White, at(0.002, 0, -0.030), at(-0.002, 0, -0.078), 0.032),
		egg(LinkLTibia, Accent, at(0.014, 0, -0.048), 0.0275, 0.0305, 0.043),
		rod(LinkLAnkle, Grey, at(0, -0.028, 0), at(0, 0.028, 0), 0.024),
		egg(LinkLFoot, White, at(0.024, 0.003, -0.023), 0.058, 0.034, 0.026),
		rod(LinkLFoot, White, at(0.055, 0.0035, -0.040), at(0.055, 0.0035, -0.021), 0.0425),
		rod(LinkLFoot, White, at(-0.010, 0.004, -0.040), at(-0.010, 0.004, -0.021), 0.039),
		box(LinkLFoot, White, at(0.022, 0.003, -0.0305), 0.034, 0.038, 0.0095),
		rod(LinkLFoot, Grey, at(0.055, 0.0035, -0.0449), at(0.055, 0.0035, -0.038), 0.0410), // sole
		rod(LinkLFoot, Grey, at(-0.010, 0.004, -0.0449), at(-0.010, 0.004, -0.038), 0.0380),
		box(LinkLFoot, Grey, at(0.022, 0.003, -0.0415), 0.034, 0.0365, 0.0034),
		egg(LinkLFoot, Grey, at(0.084, 0.003, -0.031), 0.0145, 0.030, 0.007), // bumper
	}
}
