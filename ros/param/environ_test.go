package param_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"gonao/ros/param"
)

func TestAVariableThatFitsNoParameterIsRefused(t *testing.T) {
	for variable, want := range map[string]string{
		"GONAO_VISION_MIN_PIXEL":  `environment variable GONAO_VISION_MIN_PIXEL: /nao1/vision has no such parameter (did you mean "GONAO_VISION_MIN_PIXELS"?)`,
		"GONAO_VISION_SPEED":      `environment variable GONAO_VISION_SPEED: /nao1/vision has no such parameter; --help lists them`,
		"GONAO_VISION_MIN_PIXELS": "",
		"GONAO_MOTION_MIN_PIXEL":  "", // another node's
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, "3")
			err := param.Decode(param.Args{}, "/nao1/vision", &struct {
				MinPixels int `yaml:"min_pixels"`
			}{})
			if want == "" {
				require.NoError(t, err)
				return
			}
			require.EqualError(t, err, want)
		})
	}
}
