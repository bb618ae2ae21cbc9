package sim

import (
	"gonao/nao"
	"gonao/sim/world"
)

// sceneOf writes the model of a world with its robots.
func sceneOf(cfg *Config) (world.Scene, error) {
	robots := cfg.robots()
	parts := make([]nao.MJCFParts, len(robots))
	for i := range robots {
		parts[i] = partsOf(cfg, &robots[i], i)
	}
	ground, err := robots[0].traits()
	if err != nil {
		return world.Scene{}, err
	}
	if ground.Uneven.BumpM > 0 {
		parts = append(parts, bumpParts(len(robots)+len(cfg.World.Balls)))
	}
	return cfg.World.MJCF(parts...)
}

// partsOf writes robot number i for the model.
func partsOf(cfg *Config, robot *RobotConfig, i int) nao.MJCFParts {
	place := cfg.placeOf(robot)
	options := place.Options()
	options.Prefix = robot.prefix()
	options.Motor = func(j nao.Joint) nao.Motor { return motorOf(j, robot.Profile) }
	options.FOVY = robot.FOVY
	options.Fixed = robot.Fixed
	options.TwoHipMotors, options.NoSelfContact = robot.Profile == Paper, robot.Profile == Paper
	options.ContactGroup = i
	if robot.Fixed {
		options.Base.P.Z += standHeightM
	}
	parts := nao.MJCF(options)
	parts.Sensor = inertialUnit(options.Prefix) // soles and sonars are computed once a cycle, not at every step
	return parts
}

// standHeightM is the height of a robot on the test stand above its place.
const standHeightM = 0.5

// inertialUnit holds the robot's sensors in MuJoCo.
func inertialUnit(prefix string) string {
	return `<accelerometer name="` + prefix + `accelerometer" site="` + prefix + `accelerometer"/>
<gyro name="` + prefix + `gyroscope" site="` + prefix + `gyroscope"/>
`
}
