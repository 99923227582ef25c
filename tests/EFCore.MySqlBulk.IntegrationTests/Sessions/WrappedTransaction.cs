using System.Data;
using System.Data.Common;

namespace EFCore.MySqlBulk.IntegrationTests.Sessions;

/// <summary>A transaction around another transaction.</summary>
internal sealed class WrappedTransaction(WrappedConnection connection, DbTransaction inner) : DbTransaction
{
    public DbTransaction Inner => inner;

    public override IsolationLevel IsolationLevel => inner.IsolationLevel;

    protected override DbConnection DbConnection => connection;

    public override void Commit() => inner.Commit();

    public override void Rollback() => inner.Rollback();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            inner.Dispose();
        base.Dispose(disposing);
    }
}
