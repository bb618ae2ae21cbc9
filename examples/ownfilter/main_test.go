package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/robot/localization"
	"gonao/robot/localization/trial"
	"gonao/robot/percepts/field"
)

// The same walks measure this filter and ours, and ours is better.
func TestTheFilterFollowsAWalkingRobot(t *testing.T) {
	f, err := field.Load("spl")
	require.NoError(t, err)
	setup := trial.Setup{Field: f.Map(), Errors: trial.DefaultErrors(), Duration: 60 * time.Second, Seed: 3}
	r := trial.Run(setup, &nearest{field: setup.Field})
	require.Less(t, trial.Quantile(r.Position, 0.5), 0.3)
	ours, err := localization.New(setup.Field, localization.DefaultConfig())
	require.NoError(t, err)
	require.Less(t, trial.Quantile(trial.Run(setup, ours).Position, 0.5), trial.Quantile(r.Position, 0.5))
}
