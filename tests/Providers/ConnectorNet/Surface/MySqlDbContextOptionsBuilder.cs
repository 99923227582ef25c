using EFCore.MySqlBulk.Provider.ConnectorNet.Infrastructure;

namespace Microsoft.EntityFrameworkCore.Infrastructure;

/// <summary>The options of <c>UseMySql</c>, beside those every relational provider has.</summary>
public class MySqlDbContextOptionsBuilder(DbContextOptionsBuilder optionsBuilder)
    : RelationalDbContextOptionsBuilder<MySqlDbContextOptionsBuilder, MySqlOptionsExtension>(optionsBuilder)
{
    public virtual MySqlDbContextOptionsBuilder EnableRetryOnFailure() =>
        ExecutionStrategy(c => new MySqlRetryingExecutionStrategy(c));

    public virtual MySqlDbContextOptionsBuilder EnableRetryOnFailure(int maxRetryCount) =>
        ExecutionStrategy(c => new MySqlRetryingExecutionStrategy(c, maxRetryCount));

    public virtual MySqlDbContextOptionsBuilder EnableRetryOnFailure(
        int maxRetryCount, TimeSpan maxRetryDelay, ICollection<int>? errorNumbersToAdd) =>
        ExecutionStrategy(c => new MySqlRetryingExecutionStrategy(c, maxRetryCount, maxRetryDelay, errorNumbersToAdd));
}
