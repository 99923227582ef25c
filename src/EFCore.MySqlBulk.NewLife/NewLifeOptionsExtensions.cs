namespace EFCore.MySqlBulk.NewLife;

/// <summary>Enables NewLife.MySql.</summary>
public static class NewLifeOptionsExtensions
{
    /// <summary>Sends array batches (<see cref="BulkStrategy.PipelinedArrayBatch" />) with NewLife.MySql, over an unencrypted connection of the operation's own.
    /// If it cannot be used, the rows go over the context's connection, and the result says why. All other strategies stay on that connection.</summary>
    /// <remarks>Sets two switches of NewLife.Core for the whole process, so that it writes no files: <c>Runtime.CreateConfigOnMissing</c> becomes
    /// <see langword="false" />, and <c>MachineInfo.Current</c>, if it is not set, becomes an empty one.</remarks>
    /// <param name="options">The context's defaults for bulk operations.</param>
    /// <returns>The same builder.</returns>
    public static MySqlBulkOptionsBuilder UseNewLife(this MySqlBulkOptionsBuilder options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options.ArrayBatchDriver(NewLifeDriver.Instance);
    }
}
