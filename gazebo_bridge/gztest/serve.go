package gztest

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strings"

	"google.golang.org/protobuf/proto"

	"gonao/gazebo_bridge/gzmsgs"
	"gonao/gazebo_bridge/transport"
	"gonao/nao"
)

// serve opens the topics and services of a server.
func (w *World) serve() error {
	names := w.options.Names
	var errs []error
	advertise := func(topic string, m proto.Message) {
		p, err := w.node.Advertise(topic, w.options.Generation.Type(m))
		errs = append(errs, err)
		w.topics[topic] = p
	}
	advertise(names.Stats(), &gzmsgs.WorldStatistics{})
	advertise(names.Clock(), &gzmsgs.Clock{})
	advertise(names.Poses(), &gzmsgs.Pose_V{})
	advertise(names.IMU(), &gzmsgs.IMU{})
	for i := range nao.FSR(nao.NumFSR) {
		advertise(names.FSR(i), &gzmsgs.Wrench{})
	}
	for i := range nao.Sonar(nao.NumSonars) {
		if !w.options.Blind {
			advertise(names.Sonar(i), &gzmsgs.LaserScan{})
		}
	}
	for i := range nao.Touch(nao.NumTouch) {
		if i.IsBumper() {
			advertise(names.Touch(i), &gzmsgs.Contacts{})
		}
	}
	for i := range nao.Camera(nao.NumCameras) {
		if w.options.Blind {
			break
		}
		advertise(names.Image(i), &gzmsgs.Image{})
		advertise(names.CameraInfo(i), &gzmsgs.CameraInfo{})
	}
	for name, j := range w.joints {
		state := names.JointStateOf(j.model)
		if w.topics[state] == nil {
			advertise(state, &gzmsgs.Model{})
		}
		_, own, carried := strings.Cut(name, "/")
		if !carried {
			own = name
		}
		if slices.Contains(w.options.Without, own) {
			continue
		}
		_, err := w.node.Subscribe(names.PositionOf(j.model, own), w.options.Generation.Named("Double"), func(m transport.Message) {
			select {
			case w.orders <- func() { w.target(j, m) }:
			default: // if it is flooded, later requests count
			}
		})
		errs = append(errs, err)
	}
	errs = append(errs,
		answer(w, names.Control(), func(q *gzmsgs.WorldControl) bool { w.control(q); return true }),
		answer(w, names.SetPhysics(), func(q *gzmsgs.Physics) bool {
			w.factor = q.GetRealTimeFactor()
			return q.GetMaxStepSize() == w.options.Step.Seconds()
		}))
	if !w.options.Fixed {
		errs = append(errs, answer(w, names.ControlState(), w.controlState))
	}
	return errors.Join(errs...)
}

// answer serves a service that answers whether it succeeded. f runs on the world's goroutine.
func answer[T any, Q interface {
	*T
	proto.Message
}](w *World, service string, f func(Q) bool) error {
	_, err := w.node.Serve(service, w.options.Generation.Type(Q(new(T))), w.options.Generation.Named("Boolean"),
		func(ctx context.Context, request []byte) ([]byte, bool) {
			q := Q(new(T))
			if proto.Unmarshal(request, q) != nil {
				return nil, false
			}
			ok := false
			if !w.do(ctx, func() { ok = f(q) }) {
				return nil, false
			}
			data, err := proto.Marshal(&gzmsgs.Boolean{Data: ok})
			return data, err == nil
		})
	return err
}

func (w *World) control(q *gzmsgs.WorldControl) {
	if r := q.GetReset_(); r.GetAll() || r.GetTimeOnly() {
		w.time, w.steps = 0, 0
	}
	w.paused = q.GetPause()
	if q.GetStep() {
		w.due++
	}
	w.due += int(q.GetMultiStep())
}

// publish publishes a message.
func (w *World) publish(topic string, m proto.Message) {
	if p := w.topics[topic]; p != nil && p.Subscribed() {
		p.Send(m) //nolint:errcheck // a world that is closed publishes nothing
	}
}

// publishJoints sends the joints of every model.
func (w *World) publishJoints() {
	models := map[string]*gzmsgs.Model{}
	for name, j := range w.joints {
		m := models[j.model]
		if m == nil {
			m = &gzmsgs.Model{Header: gzmsgs.StampOf(w.time), Name: j.model, Id: w.ids[j.model]}
			models[j.model] = m
		}
		if _, own, carried := strings.Cut(name, "/"); carried {
			name = own
		}
		m.Joint = append(m.Joint, &gzmsgs.Joint{Name: name, Id: w.ids[j.model+"/"+name], Axis1: &gzmsgs.Axis{Position: j.position, Velocity: j.velocity}})
	}
	for model, m := range models {
		sort.Slice(m.Joint, func(i, j int) bool { return m.Joint[i].GetName() < m.Joint[j].GetName() })
		w.publish(w.options.Names.JointStateOf(model), m)
	}
}

// weight is the force on each pad of the soles when the robot stands, N.
const weight = 6.43

// publishSensors publishes the sensors with a period of 12 ms.
func (w *World) publishSensors() {
	names, header := w.options.Names, gzmsgs.StampOf(w.time)
	w.publish(names.IMU(), &gzmsgs.IMU{
		Header: header, Orientation: w.poses[names.Model].GetOrientation(), AngularVelocity: &gzmsgs.Vector3D{},
		LinearAcceleration: &gzmsgs.Vector3D{Z: 9.81},
	})
	for i := range nao.FSR(nao.NumFSR) {
		w.publish(names.FSR(i), &gzmsgs.Wrench{Header: header, Force: &gzmsgs.Vector3D{Z: -weight}, Torque: &gzmsgs.Vector3D{}})
	}
	poses := &gzmsgs.Pose_V{Header: header}
	for _, p := range w.poses {
		poses.Pose = append(poses.Pose, p)
	}
	for l := range nao.Link(nao.NumLinks) {
		poses.Pose = append(poses.Pose, &gzmsgs.Pose{Name: l.SDFName(), Id: w.ids[linkOf(names.Model, l)]})
	}
	w.publish(names.Poses(), poses)
	w.publish(names.Clock(), &gzmsgs.Clock{Sim: header.GetStamp()})
}

// Images are small, because the tests only check how they are forwarded.
const imageWidth, imageHeight = 32, 24

// publishSlow publishes the sensors with a rate of 10 Hz.
func (w *World) publishSlow() {
	names, header := w.options.Names, gzmsgs.StampOf(w.time)
	w.publish(names.Stats(), &gzmsgs.WorldStatistics{
		SimTime: header.GetStamp(), Paused: w.paused, Iterations: w.steps, StepSize: gzmsgs.TimeOf(w.options.Step), RealTimeFactor: 1,
	})
	for i := range nao.Sonar(nao.NumSonars) {
		w.publish(names.Sonar(i), &gzmsgs.LaserScan{Header: header, Ranges: []float64{1.5, 0.75, 2}, RangeMin: 0.08, RangeMax: 5})
	}
	for i := range nao.Camera(nao.NumCameras) {
		w.publish(names.Image(i), &gzmsgs.Image{
			Header: header, Width: imageWidth, Height: imageHeight, Step: 3 * imageWidth,
			Data: make([]byte, 3*imageWidth*imageHeight), PixelFormatType: gzmsgs.PixelFormatType_RGB_INT8,
		})
		w.publish(names.CameraInfo(i), &gzmsgs.CameraInfo{
			Header: header, Width: imageWidth, Height: imageHeight,
			Intrinsics: &gzmsgs.CameraInfo_Intrinsics{K: []float64{30, 0, 16, 0, 30, 12, 0, 0, 1}},
		})
	}
}
