package convert

import (
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"gonao/msgs"
	"gonao/nao"
	"gonao/ros"
)

func TestEveryFieldSurvivesBothWays(t *testing.T) {
	var s nao.State
	next := 0
	fill(reflect.ValueOf(&s).Elem(), &next)
	s.Time = 12 * time.Millisecond
	s.Guard = nao.GuardUnknown // it comes on guard_state
	m := RobotState(ros.EpochStamp(s.Time), &s)
	var back nao.State
	SetState(&back, &m)
	require.Equal(t, s, back)
	require.Greater(t, next, 5*nao.NumJoints, "the state has fields that were not filled")
}

func TestNothingIsAllocated(t *testing.T) {
	var s nao.State
	m := msgs.RobotState{}
	require.Zero(t, testing.AllocsPerRun(100, func() {
		SetState(&s, &m)
		m = RobotState(m.Stamp, &s)
	}))
}

// fill sets every number below v to another small one, and every bool to true.
func fill(v reflect.Value, next *int) {
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), next)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), next)
		}
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Float64:
		v.SetFloat(float64(*next))
	case reflect.Uint8:
		v.SetUint(uint64(*next % 200))
	case reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(*next))
	case reflect.Int64:
		v.SetInt(int64(*next))
	default:
		panic("a kind of field that the test does not know: " + v.Kind().String())
	}
}
