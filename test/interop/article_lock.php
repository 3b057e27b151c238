<?php
// The article's lock class with its calls corrected for phpredis: options as an array, EVAL with (script, arguments, key count),
// a loop instead of recursion so that the time limit holds.
class RedisLock
{
    private $redis;
    private $tokens = [];

    public function __construct(Redis $redis)
    {
        $this->redis = $redis;
    }

    public function acquire(string $sku, int $ttlMs = 3000, float $waitSeconds = 0.1): bool
    {
        $token = bin2hex(random_bytes(16));
        $until = microtime(true) + $waitSeconds;
        do {
            if ($this->redis->set("stock:lock:{$sku}", $token, ['NX', 'PX' => $ttlMs])) {
                $this->tokens[$sku] = $token;
                return true;
            }
            usleep(5000);
        } while (microtime(true) < $until);
        return false;
    }

    public function release(string $sku): bool
    {
        $script = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";
        return $this->redis->eval($script, ["stock:lock:{$sku}", $this->tokens[$sku] ?? ''], 1) === 1;
    }
}

// article_lock.php SOCKET SKU hold MILLISECONDS   prints "held", keeps the lock so long, prints "released" or "lost"
// article_lock.php SOCKET SKU try                 prints "held" (and releases) or "busy"
[, $socket, $sku, $verb] = $argv;
$redis = new Redis();
$redis->connect($socket);
$lock = new RedisLock($redis);
if (!$lock->acquire($sku, 10000, $verb === 'hold' ? 5.0 : 0.0)) {
    echo "busy\n";
    exit(1);
}
echo "held\n";
if ($verb === 'hold') {
    usleep(1000 * (int) $argv[4]);
}
echo $lock->release($sku) ? "released\n" : "lost\n";
