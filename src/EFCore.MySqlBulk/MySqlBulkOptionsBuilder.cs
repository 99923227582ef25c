using System.Linq.Expressions;
using Microsoft.EntityFrameworkCore;

namespace EFCore.MySqlBulk;

/// <summary>Sets a context's defaults for bulk operations, inside <c>UseMySqlBulk(o => …)</c>. Defaults that an earlier <c>UseMySqlBulk</c> of the
/// same context has set stay, unless they are set again.</summary>
public sealed class MySqlBulkOptionsBuilder
{
    /// <summary>Starts without defaults.</summary>
    public MySqlBulkOptionsBuilder()
        : this(new())
    {
    }

    internal MySqlBulkOptionsBuilder(MySqlBulkDefaults defaults) => Defaults = defaults;

    internal MySqlBulkDefaults Defaults { get; private set; }

    /// <summary>Forces a strategy in every call that names none; a call for which it is not possible is refused. See <see cref="BulkStrategyOptions.Strategy" />.</summary>
    public MySqlBulkOptionsBuilder Strategy(BulkStrategy strategy) => Set(Defaults with { Strategy = strategy });

    /// <summary>Whether statements are sent before earlier ones are answered. See <see cref="BulkOptions.Pipelining" />.</summary>
    public MySqlBulkOptionsBuilder Pipelining(BulkPipelining pipelining) => Set(Defaults with { Pipelining = pipelining });

    /// <summary>The number of connections that work at the same time. Above 1, a call is no longer one transaction. See <see cref="BulkStrategyOptions.Connections" />.</summary>
    public MySqlBulkOptionsBuilder Connections(int connections) => Set(Defaults with { Connections = connections });

    /// <summary>Whether the transactions of several connections are committed together. It needs a <see cref="DecisionTable" />. See <see cref="BulkStrategyOptions.Atomic" />.</summary>
    public MySqlBulkOptionsBuilder Atomic(bool enabled = true) => Set(Defaults with { Atomic = enabled });

    /// <summary>Names the table in which calls with <see cref="BulkStrategyOptions.Atomic" /> and, after <see cref="RecordCommits" />, all calls record that they are committed. Create it in the database of the rows, or on the same server:
    /// <c>CREATE TABLE bulk_decisions (id CHAR(59) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY, created_at DATETIME(6) NOT NULL) ENGINE=InnoDB</c>. The account needs <c>SELECT</c>, <c>INSERT</c> and <c>DELETE</c> on
    /// it, and <c>UPDATE</c> for <see cref="RecordCommits" />. Default: none.</summary>
    /// <param name="name">The table's name, or <c>schema.name</c>; not quoted. Without a schema it is in the database of the connection.</param>
    /// <exception cref="ArgumentException"><paramref name="name" /> is empty.</exception>
    public MySqlBulkOptionsBuilder DecisionTable(string name)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return Set(Defaults with { DecisionTable = name });
    }

    /// <summary>Whether a call writes a row into the <see cref="DecisionTable" />, as the last statement of its transaction. If the answer to its <c>COMMIT</c> is lost, the row tells whether the call is stored, whatever it wrote: without
    /// it the rows of inserts and deletes can be looked up, and what other calls have done is not known (<see cref="BulkOutcome.Unknown" />). Cost: one round trip, and a transaction also for a call of one statement. Calls reuse the rows of
    /// ended ones, so a process adds as many as it has calls at the same time; <see cref="BulkRecoveryExtensions.EndUnfinishedBulkCalls" /> deletes those of ended processes. It has no effect in a transaction of the caller's, on
    /// <c>SaveChanges</c>, and with several <see cref="Connections" />. Default: off.</summary>
    /// <param name="enabled">Whether to record commits. Default: true.</param>
    public MySqlBulkOptionsBuilder RecordCommits(bool enabled = true) => Set(Defaults with { RecordCommits = enabled });

    /// <summary>Whether <c>BulkInsert</c> of 3,000 rows and more (2,000 on Connector/NET over TLS) chooses <see cref="BulkStrategy.LoadData" /> where it can: the connection string sets <c>AllowLoadLocalInfile=true</c>, the server is a MySQL with <c>local_infile=ON</c> (MariaDB stores rows of prepared statements as fast), and the table's engine is InnoDB. A client that may send files is asked for none but by the statements that it sends itself;
    /// connect only to servers that you trust. Cost: two short queries a call, and one for every 16,383 rows whose keys are wanted. Default: off.</summary>
    /// <param name="enabled">Whether to allow it. Default: true.</param>
    public MySqlBulkOptionsBuilder AllowLoadData(bool enabled = true) => Set(Defaults with { AllowLoadData = enabled });

    /// <summary>The maximum number of rows in one statement. See <see cref="BulkOptions.BatchRows" />.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows" /> is below 1.</exception>
    public MySqlBulkOptionsBuilder BatchRows(int rows)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rows, 1);
        return Set(Defaults with { BatchRows = rows });
    }

    /// <summary>The time that one statement may take. See <see cref="BulkOptions.Timeout" />.</summary>
    public MySqlBulkOptionsBuilder Timeout(TimeSpan timeout) => Set(Defaults with { Timeout = timeout });

    /// <summary>Receives the progress after each statement of every call that has no receiver of its own. See <see cref="BulkOptions.Progress" />.</summary>
    public MySqlBulkOptionsBuilder Progress(IProgress<BulkProgress> progress) => Set(Defaults with { Progress = progress });

    /// <summary>Whether streams are read into memory so that they can be retried. See <see cref="BulkOptions.BufferForRetry" />.</summary>
    public MySqlBulkOptionsBuilder BufferForRetry(bool enabled = true) => Set(Defaults with { BufferForRetry = enabled });

    /// <summary>Whether to search for the row at fault. See <see cref="BulkOptions.FindFailingRow" />.</summary>
    public MySqlBulkOptionsBuilder FindFailingRow(bool enabled = true) => Set(Defaults with { FindFailingRow = enabled });

    /// <summary>What an insert does about entities in its rows' navigations that it does not store. See <see cref="BulkInsertOptions.LeftOutEntities" />.</summary>
    public MySqlBulkOptionsBuilder LeftOutEntities(BulkReaction reaction) => Set(Defaults with { LeftOutEntities = reaction });

    /// <summary>Accepts an EF Core provider whose name contains neither "MySql" nor "MariaDb", if its connections go to MySQL or MariaDB.</summary>
    public MySqlBulkOptionsBuilder AcceptProvider() => Set(Defaults with { AcceptProvider = true });

    /// <summary>Makes every <c>SaveChanges</c> of the context send consecutive rows of a table in multi-row statements, with everything that <c>SaveChanges</c> promises: order, generated
    /// values, concurrency checks, the entries at fault, interceptors, transaction and tracked state. Default: off; <c>context.BulkSaveChangesAsync()</c> does it for one call.
    /// It takes effect inside a transaction with savepoints, which <c>SaveChanges</c> begins by itself for more than one row. Options for strategies, connections and time
    /// limits do not apply to it; <see cref="BatchRows" /> and <see cref="Pipelining" /> do.</summary>
    /// <param name="enabled">Whether to send in bulk. Default: true.</param>
    public MySqlBulkOptionsBuilder BulkSaveChanges(bool enabled = true) => Set(Defaults with { BulkSaveChanges = enabled });

    /// <summary>Runs code for each entity that <c>BulkInsert</c> is given, or that <c>BulkInsertOrUpdate</c> or <c>BulkInsertIfAbsent</c> will insert, before it is checked and planned, so that what the code sets is stored: audit columns, a tenant, a guard that throws. With
    /// <see cref="BulkInsertOptions.IncludeGraph" /> it runs for the new related entities too.</summary>
    /// <typeparam name="T">The entities' class, a base class or an interface; <see cref="object" /> for all.</typeparam>
    /// <param name="hook">Gets the entity and the context of the call. It runs once per entity and call, even if the call is repeated after a
    /// deadlock; several hooks run in the order in which they were
    /// added. An exception from it reaches the caller, and nothing is stored: for a collection it runs before anything is sent, for a stream as rows
    /// are read. Contexts with the same options share
    /// the hook, so it has to be thread-safe, and has to take values such as a tenant from the context that it gets. <c>SaveChanges</c>,
    /// <c>BulkSaveChanges</c>, <c>BulkExecute</c> and <c>Explain…</c> do not run it.</param>
    public MySqlBulkOptionsBuilder BeforeInsert<T>(Action<T, DbContext> hook)
        where T : class
        => Set(Defaults with { BeforeInsert = [.. Defaults.BeforeInsert, BulkHook.Of(hook)] });

    /// <summary>Runs code for each entity that <c>BulkUpdate</c> is given, or that <c>BulkInsertOrUpdate</c> will update, as
    /// <see cref="BeforeInsert{T}" /> does. A property that it sets is stored if the call writes that property: a property that
    /// <see cref="BulkUpdateOptions{T}.Update" /> does not name is not written.</summary>
    /// <typeparam name="T">The entities' class, a base class or an interface; <see cref="object" /> for all.</typeparam>
    /// <param name="hook">Gets the entity and the context of the call. Otherwise as for <see cref="BeforeInsert{T}" />.</param>
    public MySqlBulkOptionsBuilder BeforeUpdate<T>(Action<T, DbContext> hook)
        where T : class
        => Set(Defaults with { BeforeUpdate = [.. Defaults.BeforeUpdate, BulkHook.Of(hook)] });

    /// <summary>Runs code for each entity that <c>BulkDelete</c> is given, as <see cref="BeforeInsert{T}" /> does; for a guard that throws, for example. <c>BulkDeleteByKey</c> has no entities,
    /// does not run it, and warns (<see cref="BulkEventId.HooksNotRun" />).</summary>
    /// <typeparam name="T">The entities' class, a base class or an interface; <see cref="object" /> for all.</typeparam>
    /// <param name="hook">Gets the entity and the context of the call. Otherwise as for <see cref="BeforeInsert{T}" />.</param>
    public MySqlBulkOptionsBuilder BeforeDelete<T>(Action<T, DbContext> hook)
        where T : class
        => Set(Defaults with { BeforeDelete = [.. Defaults.BeforeDelete, BulkHook.Of(hook)] });

    /// <summary>Properties that do not make a row differ from the stored one, in every <c>BulkInsertOrUpdate</c> and <c>BulkSynchronize</c> of these entities that has no
    /// <see cref="BulkInsertOrUpdateOptions{T}.NotCompared" /> of its own. Several calls of this method add up.</summary>
    /// <typeparam name="T">The entities' class, a base class or an interface.</typeparam>
    /// <param name="properties">The properties, as <c>x => x.ModifiedAt</c> or <c>x => new { x.ModifiedAt, x.ModifiedBy }</c>.</param>
    public MySqlBulkOptionsBuilder NotCompared<T>(Expression<Func<T, object?>> properties)
        where T : class
        => Set(Defaults with { NotCompared = [.. Defaults.NotCompared, Of(properties)] });

    /// <summary>Properties that only new rows get, in every <c>BulkInsertOrUpdate</c> and <c>BulkSynchronize</c> of these entities that names neither <see cref="BulkInsertOrUpdateOptions{T}.InsertOnly" /> nor
    /// <see cref="BulkInsertOrUpdateOptions{T}.Update" />. Several calls of this method add up.</summary>
    /// <typeparam name="T">The entities' class, a base class or an interface.</typeparam>
    /// <param name="properties">The properties, as <c>x => x.CreatedAt</c> or <c>x => new { x.CreatedAt, x.CreatedBy }</c>.</param>
    public MySqlBulkOptionsBuilder InsertOnly<T>(Expression<Func<T, object?>> properties)
        where T : class
        => Set(Defaults with { InsertOnly = [.. Defaults.InsertOnly, Of(properties)] });

    /// <summary>Another driver for array batches.</summary>
    internal MySqlBulkOptionsBuilder ArrayBatchDriver(object driver) => Set(Defaults with { ArrayBatchDriver = driver });

    private static PropertyDefault Of<T>(Expression<Func<T, object?>> properties)
    {
        ArgumentNullException.ThrowIfNull(properties);
        return new(typeof(T), properties);
    }

    private MySqlBulkOptionsBuilder Set(MySqlBulkDefaults defaults)
    {
        Defaults = defaults;
        return this;
    }
}
