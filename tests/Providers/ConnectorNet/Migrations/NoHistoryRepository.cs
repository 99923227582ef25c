using Microsoft.EntityFrameworkCore.Migrations;

namespace EFCore.MySqlBulk.Provider.ConnectorNet.Migrations;

/// <summary>This provider creates schemas with <c>EnsureCreated</c> only; it keeps no history of migrations.</summary>
internal sealed class NoHistoryRepository : IHistoryRepository
{
    public LockReleaseBehavior LockReleaseBehavior => throw NotSupported();

    public bool Exists() => throw NotSupported();

    public Task<bool> ExistsAsync(CancellationToken cancellationToken = default) => throw NotSupported();

    public void Create() => throw NotSupported();

    public Task CreateAsync(CancellationToken cancellationToken = default) => throw NotSupported();

    public IReadOnlyList<HistoryRow> GetAppliedMigrations() => throw NotSupported();

    public Task<IReadOnlyList<HistoryRow>> GetAppliedMigrationsAsync(CancellationToken cancellationToken = default) => throw NotSupported();

    public IMigrationsDatabaseLock AcquireDatabaseLock() => throw NotSupported();

    public Task<IMigrationsDatabaseLock> AcquireDatabaseLockAsync(CancellationToken cancellationToken = default) => throw NotSupported();

    public string GetCreateScript() => throw NotSupported();

    public string GetCreateIfNotExistsScript() => throw NotSupported();

    public string GetInsertScript(HistoryRow row) => throw NotSupported();

    public string GetDeleteScript(string migrationId) => throw NotSupported();

    public string GetBeginIfNotExistsScript(string migrationId) => throw NotSupported();

    public string GetBeginIfExistsScript(string migrationId) => throw NotSupported();

    public string GetEndIfScript() => throw NotSupported();

    private static NotSupportedException NotSupported() => new("This provider has no migrations; use EnsureCreated.");
}
