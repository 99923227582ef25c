namespace EFCore.MySqlBulk.Pipeline.Authentication;

/// <summary>A method by which the client proves its identity.</summary>
internal abstract class AuthenticationPlugin
{
    /// <summary>The client's first message: in its answer to the greeting, or after a switch of plugins.</summary>
    public abstract byte[] Prove(byte[] scramble, Credentials credentials);

    /// <summary>The answer to the server's next message; <see langword="null" /> if there is nothing to answer.</summary>
    public abstract byte[]? Continue(byte[] data, Credentials credentials);

    public static AuthenticationPlugin Named(string name)
        => Find(name) ?? throw new PipelineUnsupportedException($"The account uses the authentication plugin {name}, which the pipeline does not support.");

    public static AuthenticationPlugin? Find(string name) => name switch
    {
        CachingSha2Password.Name => new CachingSha2Password(),
        MySqlNativePassword.Name => new MySqlNativePassword(),
        _ => null,
    };
}
