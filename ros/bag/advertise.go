package bag

import (
	"fmt"
	"slices"

	rosgraphmsgs "gonao/msgs/rosgraph_msgs"
	"gonao/ros"
)

// advertise announces the topics as their publishers did when they were recorded.
func (p *Player) advertise() error {
	for _, t := range p.bag.topics {
		if len(p.opts.Topics) > 0 && !slices.Contains(p.opts.Topics, t.Name) {
			continue
		}
		if t.format() != formatCDR || t.Type == "" {
			p.node.Log.Warn("topic not played", "topic", t.Name, "type", t.Type, "format", t.format())
			continue
		}
		if p.publishers[t.Name] != nil {
			p.node.Log.Warn("topic not played with its second type", "topic", t.Name, "type", t.Type)
			continue
		}
		offers := p.bag.offers(*t)
		qos, ok := p.opts.QoS[t.Name]
		if !ok {
			qos = offer(offers)
			if mixed(offers) {
				p.node.Log.Warn("its publishers offered different QoS when it was recorded", "topic", t.Name, "qos", qos)
			}
		}
		publisher, err := ros.AdvertiseRaw(p.node, p.name(t), t.Type, t.Hash, ros.WithQoS(qos))
		if err != nil {
			return fmt.Errorf("play: %w", err)
		}
		p.publishers[t.Name] = publisher
	}
	if p.opts.ClockHz > 0 {
		var err error
		if p.clock, err = ros.Advertise[rosgraphmsgs.Clock](p.node, "/clock", ros.BestEffort(), ros.Depth(1)); err != nil {
			return fmt.Errorf("play: %w", err)
		}
	}
	return nil
}

// name is the topic's name as it is played.
func (p *Player) name(t *Topic) string {
	if to, ok := p.opts.Remap[t.Name]; ok {
		return to
	}
	return t.Name
}

// CheckHashes returns an error for each topic for which a node on the graph has another definition of the type and would
// misread the played messages.
func (p *Player) CheckHashes() []error {
	g, err := p.node.Graph()
	if err != nil {
		return []error{err}
	}
	var out []error
	for _, t := range p.bag.topics {
		for _, info := range g.Topics {
			if info.Name != p.name(t) || p.publishers[t.Name] == nil {
				continue
			}
			for _, e := range info.Endpoints {
				if err := t.check(e.Type, e.Hash); err != nil {
					out = append(out, fmt.Errorf("%w of %s", err, e.Node))
				}
			}
		}
	}
	return out
}
