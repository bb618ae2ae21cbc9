// A peer of gazebo_bridge/transport on Gazebo's own library. It says "ready" and ends
// when its input ends.
//
//	peer publish TOPIC N   publishes -1 until it reads a line, then the numbers 0 to N-1, a
//	                       hundred for each line: sockets drop what they hold over 1000
//	peer echo TOPIC        prints the numbers it hears
//	peer serve SERVICE     doubles numbers, refuses negative ones
#include <poll.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include <ignition/msgs/double.pb.h>
#include <ignition/transport/Node.hh>

using ignition::msgs::Double;

static void print(const Double &m) { std::cout << m.data() << std::endl; }

static bool twice(const Double &question, Double &answer) {
  answer.set_data(2 * question.data());
  return question.data() >= 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const std::string what = argv[1], name = argv[2];
  ignition::transport::Node node;
  ignition::transport::Node::Publisher publisher;
  if (what == "publish") {
    publisher = node.Advertise<Double>(name);
  } else if (what == "echo") {
    node.Subscribe(name, print);
  } else {
    node.Advertise(name, twice);
  }
  std::cout << "ready" << std::endl;
  if (what == "publish") {
    Double probe;
    probe.set_data(-1);
    for (pollfd in{0, POLLIN, 0}; poll(&in, 1, 1) == 0;) publisher.Publish(probe);
    std::string go;
    std::getline(std::cin, go);
    for (int i = 0; i < std::atoi(argv[3]); i++) {
      if (i > 0 && i % 100 == 0) std::getline(std::cin, go);
      Double m;
      m.set_data(i);
      publisher.Publish(m);
    }
  }
  for (std::string line; std::getline(std::cin, line);) {
  }
}
