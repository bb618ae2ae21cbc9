package studio

import (
	"context"
	"encoding/json"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	rclinterfaces "gonao/msgs/rcl_interfaces"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/studio/foxglove"
)

func TestTheConnectionGraphIsShownAndFollowed(t *testing.T) {
	s := newStage(t, nil)
	_, err := ros.Advertise[stdmsgs.String](s.robot, "chatter")
	require.NoError(t, err)
	_, err = ros.Serve(s.robot, "machine/pause", func(context.Context, stdsrvs.TriggerRequest) (stdsrvs.TriggerResponse, error) {
		return stdsrvs.TriggerResponse{}, nil
	})
	require.NoError(t, err)
	c := s.dial(t, s.keys.Viewer)
	require.NoError(t, c.SendJSON(t.Context(), map[string]any{"op": "subscribeConnectionGraph"}))
	has := func(kind func(graphUpdate) []foxglove.TopicPeers, peersKey func(foxglove.TopicPeers) bool) {
		t.Helper()
		for {
			e, err := c.NextEvent(t.Context(), "connectionGraphUpdate")
			require.NoError(t, err)
			var u graphUpdate
			require.NoError(t, json.Unmarshal(e.Text, &u))
			if slices.ContainsFunc(kind(u), peersKey) {
				return
			}
		}
	}
	var first graphUpdate
	e, err := c.NextEvent(t.Context(), "connectionGraphUpdate")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(e.Text, &first))
	is := func(name, node string) func(foxglove.TopicPeers) bool {
		return func(p foxglove.TopicPeers) bool { return p.Name == name && slices.Contains(p.Peers, node) }
	}
	require.True(t, slices.ContainsFunc(first.Published, is("/nao1/chatter", "/nao1/robot")), "%s", e.Text)
	require.True(t, slices.ContainsFunc(first.Services, is("/nao1/machine/pause", "/nao1/robot")), "%s", e.Text)

	// What comes later is told, without a question.
	_, err = c.Subscribe(t.Context(), "/nao1/chatter")
	require.NoError(t, err)
	has(func(u graphUpdate) []foxglove.TopicPeers { return u.Subscribed }, is("/nao1/chatter", "/studio"))
}

// graphUpdate is what clients receive of the graph.
type graphUpdate struct {
	Published  []foxglove.TopicPeers
	Subscribed []foxglove.TopicPeers
	Services   []foxglove.TopicPeers
}

// UnmarshalJSON reads the protocol's three lists.
func (u *graphUpdate) UnmarshalJSON(data []byte) error {
	var raw struct {
		PublishedTopics []struct {
			Name         string   `json:"name"`
			PublisherIDs []string `json:"publisherIds"`
		} `json:"publishedTopics"`
		SubscribedTopics []struct {
			Name          string   `json:"name"`
			SubscriberIDs []string `json:"subscriberIds"`
		} `json:"subscribedTopics"`
		AdvertisedServices []struct {
			Name        string   `json:"name"`
			ProviderIDs []string `json:"providerIds"`
		} `json:"advertisedServices"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for _, p := range raw.PublishedTopics {
		u.Published = append(u.Published, foxglove.TopicPeers{Name: p.Name, Peers: p.PublisherIDs})
	}
	for _, p := range raw.SubscribedTopics {
		u.Subscribed = append(u.Subscribed, foxglove.TopicPeers{Name: p.Name, Peers: p.SubscriberIDs})
	}
	for _, p := range raw.AdvertisedServices {
		u.Services = append(u.Services, foxglove.TopicPeers{Name: p.Name, Peers: p.ProviderIDs})
	}
	return nil
}

// A node of another client library has the six services and nothing else of gonao's: no ranges, names with
// dots, a parameter that is not set, values that JSON does not have.
func TestParametersOfForeignNodesAreReadAndSet(t *testing.T) {
	s := newStage(t, nil)
	names := []string{"gains.p", "label", "unset", "bytes", "limits"}
	values := []rclinterfaces.ParameterValue{
		{Type: rclinterfaces.ParameterTypeParameterDouble, DoubleValue: 0.5},
		{Type: rclinterfaces.ParameterTypeParameterString, StringValue: "a"},
		{},
		{Type: rclinterfaces.ParameterTypeParameterByteArray, ByteArrayValue: []byte{1, 2}},
		{Type: rclinterfaces.ParameterTypeParameterDoubleArray, DoubleArrayValue: []float64{1, 2}},
	}
	var set atomic.Pointer[rclinterfaces.SetParametersRequest]
	var errs [4]error
	_, errs[0] = ros.Serve(s.robot, "/turtle/sim/list_parameters", func(context.Context, rclinterfaces.ListParametersRequest) (a rclinterfaces.ListParametersResponse, _ error) {
		a.Result.Names = names
		return a, nil
	})
	_, errs[1] = ros.Serve(s.robot, "/turtle/sim/get_parameters", func(_ context.Context, q rclinterfaces.GetParametersRequest) (a rclinterfaces.GetParametersResponse, _ error) {
		for _, name := range q.Names {
			i := slices.Index(names, name)
			if i < 0 { // as rclcpp does for a parameter that it does not know
				return rclinterfaces.GetParametersResponse{}, nil
			}
			a.Values = append(a.Values, values[i])
		}
		return a, nil
	})
	_, errs[2] = ros.Serve(s.robot, "/turtle/sim/get_parameter_types", func(_ context.Context, q rclinterfaces.GetParameterTypesRequest) (a rclinterfaces.GetParameterTypesResponse, _ error) {
		for _, name := range q.Names {
			a.Types = append(a.Types, values[slices.Index(names, name)].Type)
		}
		return a, nil
	})
	_, errs[3] = ros.Serve(s.robot, "/turtle/sim/set_parameters", func(_ context.Context, q rclinterfaces.SetParametersRequest) (a rclinterfaces.SetParametersResponse, _ error) {
		set.Store(&q)
		for range q.Parameters {
			a.Results = append(a.Results, rclinterfaces.SetParametersResult{Reason: "the turtle sleeps"})
		}
		return a, nil
	})
	for _, err := range errs {
		require.NoError(t, err)
	}
	driver, viewer := s.dial(t, s.keys.Driver), s.dial(t, s.keys.Viewer)
	_, err := viewer.Service(t.Context(), "/turtle/sim/list_parameters")
	require.NoError(t, err)
	require.NoError(t, viewer.SendJSON(t.Context(), map[string]any{"op": "getParameters", "parameterNames": []string{}, "id": "all"}))
	e, err := viewer.NextEvent(t.Context(), "parameterValues")
	require.NoError(t, err)
	for _, part := range []string{
		`{"name":"/turtle/sim.gains.p","value":0.5,"type":"float64"}`, `{"name":"/turtle/sim.label","value":"a"}`,
		`{"name":"/turtle/sim.bytes","value":"AQI=","type":"byte_array"}`, `{"name":"/turtle/sim.limits","value":[1,2],"type":"float64_array"}`,
	} {
		require.Contains(t, string(e.Text), part)
	}
	require.NotContains(t, string(e.Text), "unset")

	require.NoError(t, viewer.SendJSON(t.Context(), map[string]any{"op": "getParameters", "parameterNames": []string{"/turtle/sim.shell"}, "id": "one"}))
	e, err = viewer.NextEvent(t.Context(), "status")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), "does not have all of the parameters")

	require.NoError(t, driver.SendJSON(t.Context(), map[string]any{
		"op": "setParameters", "id": "set", "parameters": []map[string]any{{"name": "/turtle/sim.gains.p", "value": 2}},
	}))
	e, err = driver.NextEvent(t.Context(), "status")
	require.NoError(t, err)
	require.Contains(t, string(e.Text), "/turtle/sim.gains.p: the turtle sleeps")
	require.Equal(t, rclinterfaces.ParameterTypeParameterDouble, set.Load().Parameters[0].Value.Type, "an integer for a float")
	require.Equal(t, "gains.p", set.Load().Parameters[0].Name)
}
