namespace TestServers;

/// <summary>
/// The settings that a test requires of its server. Null leaves the server's default. Tests with equal options may share one server.
/// </summary>
public sealed record ServerOptions
{
    /// <summary>The global sql_mode; an empty text switches every mode off.</summary>
    public string? SqlMode { get; init; }

    /// <summary>Whether LOAD DATA LOCAL is allowed; by default MySQL refuses it and MariaDB allows it.</summary>
    public bool? LocalInfile { get; init; }

    /// <summary>The largest packet that the server accepts, in bytes.</summary>
    public long? MaxAllowedPacket { get; init; }

    /// <summary>The step between generated keys.</summary>
    public int? AutoIncrementIncrement { get; init; }

    /// <summary>The first generated key, from 1 to <see cref="AutoIncrementIncrement"/>.</summary>
    public int? AutoIncrementOffset { get; init; }

    /// <summary>Whether the binary log is written; by default MySQL writes one and MariaDB does not.</summary>
    public bool? BinaryLog { get; init; }

    /// <summary>Whether the server refuses connections without TLS.</summary>
    public bool RequireTls { get; init; }

    /// <summary>How many seconds a statement waits for a lock.</summary>
    public int? LockWaitTimeout { get; init; }

    /// <summary>The number of connections that the server accepts at the same time.</summary>
    public int? MaxConnections { get; init; }

    /// <summary>Whether a lock wait timeout rolls back the whole transaction, not only the statement.</summary>
    public bool RollbackOnTimeout { get; init; }

    /// <summary>Whether MariaDB refuses to lock or change a row that has changed since the transaction's snapshot (error 1020); by default 11.8 does and 10.11 does not.</summary>
    public bool? SnapshotIsolation { get; init; }

    /// <summary>The server's character set; by default utf8mb4 on MySQL and latin1 on MariaDB 10.11.</summary>
    public string? CharacterSet { get; init; }

    /// <summary>Whether commits survive a power cut, as with the server's defaults. Without this, a commit is written to the operating system and
    /// not to the disk: it survives the server's end, and costs a fraction. Default: true.</summary>
    public bool SurvivesPowerCut { get; init; } = true;

    /// <summary>Whether MySQL keeps its performance schema, a third of its memory; by default it does, and MariaDB does not.</summary>
    public bool? PerformanceSchema { get; init; }

    /// <summary>InnoDB's buffer pool, as the server writes sizes ("1G"). Null: 64M, so that many servers fit on one machine.</summary>
    public string? BufferPoolSize { get; init; }

    /// <summary>Whether InnoDB shortens its history list each time that it has purged, so that the list's length tells what is left to purge; by default it does so every 128th time.</summary>
    public bool ShortensHistoryAtOnce { get; init; }

    /// <summary>InnoDB's redo log, as the server writes sizes ("1G"). Null: 64M on MySQL, 32M on MariaDB.</summary>
    public string? RedoLogCapacity { get; init; }
}
