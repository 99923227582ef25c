using EFCore.MySqlBulk.Provider.ConnectorNet.Storage;
using Microsoft.EntityFrameworkCore.Storage;

namespace Microsoft.EntityFrameworkCore;

/// <summary>Runs an operation again when the server or the network failed in a way that may pass.</summary>
public class MySqlRetryingExecutionStrategy : ExecutionStrategy
{
    private readonly ICollection<int>? _additionalErrorNumbers;

    public MySqlRetryingExecutionStrategy(ExecutionStrategyDependencies dependencies)
        : this(dependencies, DefaultMaxRetryCount)
    {
    }

    public MySqlRetryingExecutionStrategy(ExecutionStrategyDependencies dependencies, int maxRetryCount)
        : this(dependencies, maxRetryCount, DefaultMaxDelay, errorNumbersToAdd: null)
    {
    }

    public MySqlRetryingExecutionStrategy(
        ExecutionStrategyDependencies dependencies, int maxRetryCount, TimeSpan maxRetryDelay, ICollection<int>? errorNumbersToAdd)
        : base(dependencies, maxRetryCount, maxRetryDelay) => _additionalErrorNumbers = errorNumbersToAdd;

    protected override bool ShouldRetryOn(Exception exception) =>
        TransientErrors.Includes(exception, _additionalErrorNumbers);
}
