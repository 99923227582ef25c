using EFCore.MySqlBulk.Pipeline.Wire;

namespace EFCore.MySqlBulk.Pipeline.Messages;

/// <summary>A statement that the server has prepared, or will.</summary>
internal sealed class PreparedStatement(ParameterType[] types)
{
    public ReadOnlyMemory<ParameterType> Types => types;

    /// <summary>Whether the server's answer has been read, so that it can be executed.</summary>
    public bool IsReady { get; private set; }

    public uint Id { get; private set; }

    /// <summary>The number of parameters, as the server counts them.</summary>
    public int Parameters { get; private set; }

    /// <summary>Whether the server knows the parameters' types from an earlier execution.</summary>
    public bool TypesAreKnown { get; set; }

    public void Answered(uint id, int parameters)
    {
        Id = id;
        Parameters = parameters;
        IsReady = true;
    }

    public void Closed() => IsReady = false;
}
