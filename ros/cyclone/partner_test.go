package cyclone

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"testing"
	"time"

	exampleinterfaces "gonao/msgs/example_interfaces"
	sensormsgs "gonao/msgs/sensor_msgs"
	stdmsgs "gonao/msgs/std_msgs"
	stdsrvs "gonao/msgs/std_srvs"
	"gonao/ros"
	"gonao/ros/cdr"
)

// The partner is this test binary run again as another process, because within
// one process DDS takes a short cut past the network.

// startPartner runs a role of playRole in a process of its own.
func startPartner(t testing.TB, role string, args ...string) *process {
	t.Helper()
	return start(t, exec.Command(os.Args[0], args...), "GONAO_TEST_ROLE="+role)
}

func playRole(role string) int {
	b, err := Open()
	if err == nil {
		defer b.Close()
		var n *ros.Node
		if n, err = ros.NewNode(context.Background(), b, "partner", ros.NodeOptions{Namespace: "other", Bare: true}); err == nil {
			defer n.Close()
			err = roles(n, role, os.Args[1:])
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, role+":", err)
		return 1
	}
	return 0
}

func roles(n *ros.Node, role string, args []string) error {
	switch role {
	case "images":
		return sendImages(n, args)
	case "flood":
		return flood(args)
	case "forge":
		return forge(args)
	case "fibonacci":
		return serveFibonacci(n)
	case "ask":
		return askOnce(n, args[0])
	case "describe": // parameters, of which there are none
		if _, err := ros.Serve(n, args[0], func(context.Context, describeRequest) (describeResponse, error) {
			return describeResponse{}, nil
		}); err != nil {
			return err
		}
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "sleep":
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "talk":
		if _, err := ros.Advertise[stdmsgs.String](n, args[0]); err != nil {
			return err
		}
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "promise": // to send often, and break it
		pub, err := ros.Advertise[stdmsgs.String](n, args[0], ros.Deadline(200*time.Millisecond), ros.TransientLocal(), ros.Depth(3),
			ros.Lifespan(10*time.Second), ros.ManualLiveliness(5*time.Second))
		if err != nil {
			return err
		}
		if err := pub.Publish(stdmsgs.String{Data: "soon more"}); err != nil {
			return err
		}
		fmt.Println("ready")
		for range time.Tick(time.Second) {
			if err := pub.Publish(stdmsgs.String{Data: "late"}); err != nil {
				return err
			}
		}
	case "faint": // to live longer than it does
		pub, err := ros.Advertise[stdmsgs.String](n, args[0], ros.ManualLiveliness(200*time.Millisecond))
		if err != nil {
			return err
		}
		fmt.Println("ready")
		for range time.Tick(time.Second) {
			if err := pub.Publish(stdmsgs.String{Data: "still here"}); err != nil {
				return err
			}
		}
	case "listen":
		if _, err := ros.Subscribe[stdmsgs.String](n, args[0], ros.KeepAll()); err != nil {
			return err
		}
		fmt.Println("ready")
		time.Sleep(time.Hour)
	default:
		return errors.New("no such role")
	}
	return nil
}

// askOnce leaves behind a client that the server knows.
func askOnce(n *ros.Node, service string) error {
	client, err := ros.NewClient[stdsrvs.TriggerRequest, stdsrvs.TriggerResponse](n, service)
	if err != nil {
		return err
	}
	if err := client.WaitForServer(context.Background()); err != nil {
		return err
	}
	if _, err := client.Call(context.Background(), stdsrvs.TriggerRequest{}); err != nil {
		return err
	}
	fmt.Println("ready")
	time.Sleep(time.Hour)
	return nil
}

// sendImages publishes args[0] images at args[1] Hz, best effort.
func sendImages(n *ros.Node, args []string) error {
	count, err1 := strconv.Atoi(args[0])
	hz, err2 := strconv.Atoi(args[1])
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	pub, err := ros.Advertise[sensormsgs.Image](n, "/image", ros.SensorData())
	if err != nil {
		return err
	}
	for pub.Subscribers() == 0 {
		time.Sleep(time.Millisecond)
	}
	m := testImage(640, 480)
	for range n.Clock.Tick(context.Background(), time.Second/time.Duration(hz)) {
		if err := pub.Publish(m); err != nil {
			return err
		}
		if m.Header.Stamp.Sec++; int(m.Header.Stamp.Sec) == count {
			break
		}
	}
	fmt.Println("sent")
	time.Sleep(time.Hour) // the last packets are on their way
	return nil
}

// flood sends args[0] images as fast as the reader takes them: unlike a node's
// publisher it waits, as the C program does. It begins with SIGUSR1, since a reader
// that we know may not know us yet, and ends with SIGTERM, so that no participant
// is left behind that others believe in.
func flood(args []string) error {
	count, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	p := joined.participants[mustDomain()]
	w, err := newWriter(p, endpointSpec{
		topic: "rt/flood", typ: "sensor_msgs::msg::dds_::Image_", qos: ros.QoS{Reliable: true, KeepAll: true}, patience: time.Hour,
	})
	if err != nil {
		return err
	}
	begin, end := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(begin, syscall.SIGUSR1)
	signal.Notify(end, syscall.SIGTERM)
	for w.Subscribers() == 0 {
		time.Sleep(time.Millisecond)
	}
	fmt.Println("ready")
	<-begin
	m := testImage(640, 480)
	for i := range count {
		m.Header.Stamp.Sec = int32(i)
		buf := cdr.MarshalAppend(w.Borrow(len(m.Data)+256), &m)
		if err := w.Publish(buf); err != nil {
			return err
		}
	}
	<-end
	return w.Close()
}

func mustDomain() uint32 {
	id, err := domainID(os.Getenv)
	if err != nil {
		panic(err)
	}
	return id
}

func serveFibonacci(n *ros.Node) error {
	type feedback = exampleinterfaces.FibonacciFeedback
	handler := func(ctx context.Context, g exampleinterfaces.FibonacciGoal, say func(feedback)) (exampleinterfaces.FibonacciResult, error) {
		seq := []int32{0, 1}
		for int32(len(seq)) <= g.Order {
			if g.Order > 20 { // long ones wait to be canceled
				<-ctx.Done()
				return exampleinterfaces.FibonacciResult{Sequence: seq}, ctx.Err()
			}
			seq = append(seq, seq[len(seq)-1]+seq[len(seq)-2])
			say(feedback{Sequence: seq})
		}
		if g.Order == 2 {
			return exampleinterfaces.FibonacciResult{Sequence: seq}, errors.New("aborts")
		}
		return exampleinterfaces.FibonacciResult{Sequence: seq}, nil
	}
	_, err := ros.ServeAction(n, "/fibonacci", handler, ros.Accept(func(g exampleinterfaces.FibonacciGoal) error {
		if g.Order < 0 {
			return errors.New("order below 0")
		}
		return nil
	}))
	if err != nil {
		return err
	}
	fmt.Println("ready")
	time.Sleep(time.Hour)
	return nil
}

// forge reports args[1] participants that do not exist, then another node of the participant args[0], then a node of its own.
func forge(args []string) error {
	victim, err1 := hex.DecodeString(args[0])
	count, err2 := strconv.Atoi(args[1])
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	p := joined.participants[mustDomain()]
	w, err := newWriter(p, endpointSpec{
		topic: discoveryTopic, typ: discoveryType, hash: discoveryHash, patience: time.Hour,
		qos: ros.QoS{Reliable: true, TransientLocal: true, KeepAll: true},
	})
	if err != nil {
		return err
	}
	for w.Subscribers() < 2 { // the test and the victim
		time.Sleep(time.Millisecond)
	}
	say := func(g gid, name string, endpoints int) error {
		e := participantEntities{gid: g, nodes: []*nodeEntities{{namespace: "/", name: name, readers: make([]gid, endpoints)}}}
		return w.Publish(e.marshal(gidSize("")))
	}
	for i := range count {
		g := participantOf(gid{1, 0x10, 9, 9, byte(i >> 16), byte(i >> 8), byte(i)})
		if err := say(g, fmt.Sprint("nobody", i), 200); err != nil {
			return err
		}
	}
	if err := errors.Join(say(gid(victim), "evil", 0), say(p.gid, "done", 0)); err != nil {
		return err
	}
	fmt.Println("ready")
	time.Sleep(time.Hour)
	return w.Close()
}
