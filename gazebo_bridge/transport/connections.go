package transport

// connections holds to which publishers' addresses the node is connected. Node.mu guards it. The
// zero value is ready.
type connections struct {
	open    map[string]bool
	closeAt map[string]int // tick at which an address without offers is closed
}

// add adds an address and reports whether it is new. An address that was to be closed stays.
func (c *connections) add(address string) (isNew bool) {
	if c.open == nil {
		c.open, c.closeAt = map[string]bool{}, map[string]int{}
	}
	delete(c.closeAt, address)
	isNew = !c.open[address]
	c.open[address] = true
	return isNew
}

// closeLater marks an open address to be closed at a tick.
func (c *connections) closeLater(address string, tick int) {
	if c.open[address] {
		c.closeAt[address] = tick
	}
}

// due removes and returns the addresses that are to be closed by a tick; those that are used
// again stay open.
func (c *connections) due(tick int, used func(address string) bool) (closed []string) {
	for address, at := range c.closeAt {
		if tick < at {
			continue
		}
		delete(c.closeAt, address)
		if !used(address) {
			delete(c.open, address)
			closed = append(closed, address)
		}
	}
	return closed
}
